import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/*
 * The stack is small, and input is large: neither calls that are nested as deep as an input is, nor calls with as many
 * arguments as an input has parts, end well.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The rooms that are given templates and configurations. */
const rooms = [
  'diagnostics',
  'http',
  'dates',
  'numbers',
  'output',
  'template',
  'webhook',
  'assist',
  'editor',
].map(room => `src/${room}`);

const conditions = 'conditionals and lists, or what is in a condition, are nested 200 deep at most';
const variables = 'stops after 2,500 variables';
const schema = 'a schema is the code of an application';

/** Functions that call themselves, each with what ends that. */
const recursive: Readonly<Record<string, string>> = {
  'grammar/condition-parser.ts condition': conditions,
  'grammar/condition-parser.ts conjunction': conditions,
  'grammar/condition-parser.ts group': conditions,
  'grammar/condition-parser.ts negation': conditions,
  'grammar/condition-parser.ts term': conditions,
  'grammar/tag-parser.ts listHead': conditions,
  'grammar/visit.ts visit': conditions,
  'src/diagnostics/frame/text-at.ts valueAt': 'the fields of a configuration are three levels deep at most',
  'src/assist/describe-type.ts describeType': schema,
  'src/assist/names-at.ts partsOf': schema,
  'src/template/fixes/branch-repairs.ts conditionalsBefore': conditions,
  'src/template/fixes/comma-edits.ts leadBranches': conditions,
  'src/template/fixes/comma-edits.ts trailBranches': conditions,
  'src/template/fixes/comma-surroundings.ts leafAt': conditions,
  'src/template/fixes/lists/idle-items.ts activeBranches': conditions,
  'src/template/fixes/lists/idle-items.ts activeList': conditions,
  'src/template/fixes/lists/idle-items.ts activeWhen': conditions,
  'src/template/fixes/quote-fix.ts replaceAll': conditions,
  'src/template/precompile/program-writer.ts #block': conditions,
  'src/template/precompile/program-writer.ts #case': conditions,
  'src/template/precompile/program-writer.ts #conditional': conditions,
  'src/template/precompile/program-writer.ts #list': conditions,
  'src/template/precompile/program-writer.ts #step': conditions,
  'src/template/precompile/program-writer.ts #when': conditions,
  'src/template/precompile/program-writer.ts write': conditions,
  'src/template/precompile/source-text.ts sourceOf': schema,
  'src/template/precompile/write-condition.ts writeCondition': conditions,
  'src/template/precompile/write-types.ts writeContextType': schema,
  'src/template/precompile/write-types.ts writeType': schema,
  'src/template/proof/path-condition.ts whereHolds': conditions,
  'src/template/proof/walk.ts #conditional': conditions,
  'src/template/proof/walk.ts #list': conditions,
  'src/template/proof/walk.ts steps': conditions,
  'src/template/render/compiled-template.ts leavesTaken': conditions,
  'src/template/render/compiled-template.ts listLeaves': conditions,
  'src/template/render/compiled-template.ts render': conditions,
  'src/template/render/compiled-template.ts renderList': conditions,
  'src/template/render/parts.ts partsOf': conditions,
  'src/template/render/parts.ts valueNames': conditions,
  'src/template/render/trace-rendering.ts follow': conditions,
  'src/template/render/trace-rendering.ts followList': conditions,
  'src/template/render/holds.ts holds': conditions,
  'src/template/render/missing.ts assertComplete': schema,
  'src/template/render/missing.ts assertPresent': schema,
  'src/template/resolve/condition.ts resolveCondition': conditions,
  'src/template/resolve/resolve.ts resolveNode': conditions,
  'src/template/resolve/resolve.ts resolveNodes': conditions,
  'src/webhook/escaping/first-in-address.ts walk': conditions,
  'src/webhook/escaping/free-values.ts stepsOf': conditions,
  'src/webhook/events/event-facts.ts checkOf': schema,
  'src/webhook/events/event-facts.ts factOf': schema,
  'src/webhook/events/event-facts.ts factsOf': schema,
  'src/webhook/events/make-up-facts.ts makeUp': schema,
  'src/webhook/events/make-up-facts.ts makeUpFacts': schema,
  'src/webhook/preview/coverage.ts #add': conditions,
  'src/template/proof/decision-diagram.ts #combine': variables,
  'src/template/proof/decision-diagram.ts #forget': variables,
  'src/template/proof/decision-diagram.ts #negate': variables,
  'src/template/resolve/variables.ts variableNames': schema,
  'src/webhook/preview/list-variants.ts hasLists': schema,
  'src/webhook/preview/list-variants.ts vary': schema,
  'src/webhook/preview/list-variants.ts listOfItems': schema,
  'src/webhook/preview/list-variants.ts itemOf': schema,
  'src/webhook/preview/list-variants.ts countsIn': schema,
  'src/webhook/preview/list-variants.ts countsOfItem': schema,
  'src/template/template-options.ts readSchema': schema,
  'src/template/template-options.ts readType': schema,
};

/** Calls whose arguments are a list, each with what bounds it. */
const spreads: Readonly<Record<string, string>> = {
  'grammar/recovery/other-notations.ts write': 'the groups of an expression',
  'grammar/recovery/tag-patterns.ts t.sourceOf': 'the tokens of the language',
  'grammar/tokens.ts sourceOf': 'the tokens of the language',
  'src/diagnostics/frame/snippet.ts Math.max': 'ten edits of a fix are shown at most',
  'src/diagnostics/frame/snippet.ts Math.min': 'ten edits of a fix are shown at most',
  'src/editor/element/capabilities.ts oneOf': 'the methods of HTTP',
  'src/http/define-options.ts tell': 'what a function of the application is told',
  'src/template/template-options.ts oneOf': 'the types of variables',
  'src/webhook/compile.ts oneOf': 'the names of events',
  'src/webhook/events/define-events.ts oneOf': 'the names of events',
  'src/webhook/events/event-facts.ts oneOf': 'the texts of a closed set',
};

const files = ['grammar', ...rooms].flatMap(filesUnder);

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter(file => !file.startsWith('grammar/reference/'));
}

interface Found {
  readonly recursive: readonly string[];
  readonly spreads: readonly string[];
}

/** A function that is declared: its name, and what it names itself. */
interface Declared {
  readonly name: string;
  readonly names: Set<string>;
}

function read(file: string): Found {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const declared: Declared[] = [];
  const spreads: string[] = [];
  function enter(node: ts.Node, within: readonly Declared[]): void {
    const name = nameOf(node);
    const own = name === undefined ? undefined : { name, names: new Set<string>() };
    if (own) declared.push(own);
    const here = own ? [...within, own] : within;
    const called = calledBy(node);
    if (called !== undefined) for (const { names } of here) names.add(called);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const isSpread = node.arguments?.some(argument => ts.isSpreadElement(argument));
      if (isSpread) spreads.push(`${file} ${node.expression.getText()}`);
    }
    node.forEachChild(child => enter(child, here));
  }
  enter(source, []);
  return {
    recursive: [
      ...new Set(declared.filter(each => callsItself(each, declared)).map(({ name }) => `${file} ${name}`)),
    ],
    spreads,
  };
}

/** The name of a function, a method or a rule of the grammar. */
function nameOf(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name?.getText();
  if (ts.isPropertyDeclaration(node)) return node.initializer && node.name.getText();
  const isFunction =
    ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer);
  return isFunction ? node.name.getText() : undefined;
}

/** The name of what is called, or handed over to be called: `f` or `this.f`. */
function calledBy(node: ts.Node): string | undefined {
  const { parent } = node;
  if (!parent || !ts.isCallExpression(parent)) return undefined;
  if (ts.isIdentifier(node)) return node.text;
  const isOwn = ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword;
  return isOwn ? node.name.text : undefined;
}

function callsItself(one: Declared, all: readonly Declared[]): boolean {
  const seen = new Set<string>();
  const pending = [...one.names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === one.name) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    for (const other of all) if (other.name === name) pending.push(...other.names);
  }
  return false;
}

describe('a call', () => {
  const found = files.map(read);

  it('is in a function that was read', () => {
    expect(files.length).toBeGreaterThan(100);
  });

  it('is nested in itself only where something else than the input ends that', () => {
    expect(found.flatMap(({ recursive }) => recursive).toSorted()).toEqual(Object.keys(recursive).toSorted());
  });

  it('has a list of arguments only where that is short whatever the input is', () => {
    expect(found.flatMap(({ spreads }) => spreads).toSorted()).toEqual(Object.keys(spreads).toSorted());
  });
});
