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

// Returns the least contrast between a text and its background, among the elements that the
// selector matches: [contrast, text].
export function leastContrast(select) {
  function parse(colour) {
    const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
    // A mixed colour has channels from 0 to 1.
    const scale = colour.startsWith("color(") ? 255 : 1;
    return { light: [red, green, blue].map((channel) => channel * scale), alpha };
  }
  function luminance(channels) {
    const [red, green, blue] = channels.map((value) =>
      (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  function ground(node) {
    const { light, alpha } = parse(getComputedStyle(node).backgroundColor);
    return alpha > 0 || !node.parentElement ? light : ground(node.parentElement);
  }
  const contrasts = [...document.querySelectorAll(select)].map((node) => {
    const [one, other] = [parse(getComputedStyle(node).color).light, ground(node)].map(luminance);
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return [contrast, node.textContent.slice(0, 40)];
  });
  return contrasts.reduce((least, contrast) => (contrast[0] < least[0] ? contrast : least));
}
