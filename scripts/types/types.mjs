// Writes the types of the npm package, from what the service says about itself in /openapi.json:
// `node types.mjs PROGRAM FOLDER`, where PROGRAM is the program `teeko`.
//
// FOLDER/questions.d.ts gets the answers, each under its name, and the parameters of each question.
// In FOLDER/index.d.ts each comment `{@question NAME}` becomes the description of the question.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const [program, folder] = process.argv.slice(2);
const { factory } = ts;

/** Asks a service for its description. */
async function description() {
  const service = spawn(program, ["--quiet", "serve", "--listen", "127.0.0.1:0"],
    { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [printed] = await once(service.stdout, "data");
    const address = String(printed).trim().split(" ").at(-1);
    const answer = await fetch(`${address}/openapi.json`);
    return await answer.json();
  } finally {
    service.kill();
  }
}

/** Returns a member of a list of members by its name. */
function member(members, name) {
  return members.find((each) => each.name?.text === name);
}

/** Returns the members of a type that is nested in others. */
function membersOf(nodes, [name, ...inner]) {
  const { members } = nodes.find((node) => node.name?.text === name);
  return inner.reduce((found, each) => member(found, each).type.members, members);
}

/** Makes the declaration of a type from a field that has it. */
function declared({ name, type }, newName = name.text) {
  const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  return ts.isTypeLiteralNode(type)
    ? factory.createInterfaceDeclaration(exported, newName, undefined, undefined, type.members)
    : factory.createTypeAliasDeclaration(exported, newName, undefined, type);
}

/** Makes the declaration of an answer, with its comment. */
function answer(field) {
  return ts.setSyntheticLeadingComments(declared(field), ts.getSyntheticLeadingComments(field));
}

/** Makes the declaration of the parameters of each question. */
function parametersOf(operations) {
  const fields = operations.flatMap(({ name, type }) => {
    const query = member(member(type.members, "parameters").type.members, "query");
    const isAsked = query && ts.isTypeLiteralNode(query.type);
    return isAsked ? [factory.createPropertySignature(undefined, name, undefined, query.type)] : [];
  });
  return declared({ type: factory.createTypeLiteralNode(fields) }, "Parameters");
}

/** Returns the declarations as text: types by their names, and comments without tags. */
function textOf(nodes) {
  return astToString(nodes)
    .replace(/components\["schemas"\]\["(\w+)"\]/g, "$1")
    .replace(/ \* @(constant|enum .*)\n *(?=\*)/g, " ")
    .replace(/@description /g, "")
    .replace(/^( *\*) {5}/gm, "$1 ")
    .replace(/^ *\/\*\* @constant \*\/\n/gm, "")
    .replace(/^(?=\/\*\*)/gm, "\n");
}

/** Returns a comment in place of another, at the same indent. */
function comment(text, indent) {
  const lines = text.split("\n").map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${lines.join("\n")}\n${indent} */`;
}

/** Adds the limits and the default of a parameter to its description. */
function describeLimits(parameter) {
  const { minimum, maximum, default: usual } = parameter.schema ?? {};
  if (maximum < 1 << 16) parameter.description += `. From ${minimum} to ${maximum}`;
  if (usual) parameter.description += `. The default is ${usual}`;
}

const described = await description();
const operations = Object.values(described.paths).flatMap(Object.values);
for (const { parameters = [] } of operations) parameters.forEach(describeLimits);
// Only a brief question is answered without the moves. That answer has another type.
described.components.schemas.Query.required.push("moves");
const nodes = await openapiTS(described, { arrayLength: true });
const answers = membersOf(nodes, ["components", "schemas"]).map(answer);
const parameters = parametersOf(membersOf(nodes, ["operations"]));
const head = "// The answers to questions, and the parameters of questions.\n";
writeFileSync(join(folder, "questions.d.ts"), head + textOf([...answers, parameters]));

const texts = new Map();
for (const operation of operations) {
  const { operationId, summary = "", description: about = summary } = operation;
  const [first, ...others] = about.split("\n\n");
  texts.set(operationId, [`${first}.`, ...others].join("\n\n"));
}
const index = join(folder, "index.d.ts");
const whole = readFileSync(index, "utf8").replace(
  /^( *)\/\*\* \{@question (\w+)\} \*\/$/gm,
  (_, indent, name) => comment(texts.get(name), indent),
);
writeFileSync(index, whole);
