// Code that the checks of pages share.

import assert from "node:assert/strict";

import chromium from "@sparticuz/chromium";
import { chromium as launcher } from "playwright-core";

/** A browser of the pinned version, or that which the environment names. */
export async function launch() {
  return launcher.launch({
    executablePath: process.env.CHROMIUM ?? (await chromium.executablePath()),
    args: ["--no-sandbox", "--disable-gpu"],
  });
}

/** Fails if the page is wider than the window. */
export async function noOverflow(tab, where) {
  const [wide, inner] =
    await tab.evaluate(() => [document.scrollingElement.scrollWidth, innerWidth]);
  assert.ok(wide <= inner, `${where}: the page is ${wide} pixels wide`);
}

/** The luminance of a colour as a style has it. A mixed colour has channels from 0 to 1. */
function luminance(colour) {
  const scale = colour.startsWith("color(") ? 1 : 255;
  const channels = colour.match(/[\d.]+/g).slice(0, 3).map((channel) => Number(channel) / scale);
  const [red, green, blue] = channels.map((value) =>
    value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours. */
export function contrastOf(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

// Returns the least contrast between a text and its background, among the elements that the
// selector matches: [contrast, text].
export async function leastContrast(tab, selector) {
  const texts = await tab.evaluate((select) => {
    function ground(node) {
      const { backgroundColor } = getComputedStyle(node);
      const isClear = /(, |\/ )0\)$/.test(backgroundColor);
      return isClear && node.parentElement ? ground(node.parentElement) : backgroundColor;
    }
    return [...document.querySelectorAll(select)].map((node) =>
      [getComputedStyle(node).color, ground(node), node.textContent.slice(0, 40)]);
  }, selector);
  const contrasts = texts.map(([ink, ground, text]) => [contrastOf(ink, ground), text]);
  return contrasts.reduce((least, contrast) => (contrast[0] < least[0] ? contrast : least));
}
