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
  'options',
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
const levels = 'a configuration is followed a few levels deep';
const settings = 'settings of a webhook are described three levels deep';
const parts = 'parts of JSON are varied at most 100 deep';
const schema = 'a schema is the code of an application';
const jsonSchema = 'a JSON Schema is read 200 levels deep, and over 500 references after one another';
const sample = 'a value for a key that is missing is made up four levels deep';
const known = 'under a JSON Schema, objects and lists are known 500 deep';
const example =
  'the parts of an example are looked at by their own parser, and catalogues are the code of an application';
const foreignTokens = 'an expression of another language is read up to its 41st token';
const foreignTag = 'a tag of another language has at most 300 characters';
const foreignBlocks = 'blocks of another language are read 20 deep';
const same = 'calls another function of that name';

/** Functions that call themselves, each by its room and name, with what ends that. */
const recursive: Readonly<Record<string, string>> = {
  'grammar #node': conditions,
  'grammar condition': conditions,
  'grammar conditional': conditions,
  'grammar list': conditions,
  'grammar nodes': conditions,
  'grammar otherwise': conditions,
  'grammar conjunction': conditions,
  'grammar group': conditions,
  'grammar negation': conditions,
  'grammar term': conditions,
  'grammar listHead': conditions,
  'grammar visit': conditions,
  'diagnostics valueAt': 'the fields of a configuration are three levels deep at most',
  'assist conditionInWords': conditions,
  'assist describeType': schema,
  'assist operand': conditions,
  'assist partsOf': schema,
  'assist partsOfJson': 'parts of JSON are offered three levels deep',
  'assist wholesOf': schema,
  'output #anyOf': jsonSchema,
  'output #collectNames': jsonSchema,
  'output #constant': jsonSchema,
  'output #dependencies': jsonSchema,
  'output #endKey': schema,
  'output #endParts': schema,
  'output #judge': schema,
  'output #judgeAll': schema,
  'output #judgeWhole': schema,
  'output #fill': jsonSchema,
  'output #of': jsonSchema,
  'output #ofPart': jsonSchema,
  'output #reference': jsonSchema,
  'output #schema': jsonSchema,
  'output array': jsonSchema,
  'output besides': jsonSchema,
  'output depthOf': jsonSchema,
  'output isKnownBeside': jsonSchema,
  'output isRefused': jsonSchema,
  'output map': jsonSchema,
  'output of': jsonSchema,
  'output sub': jsonSchema,
  'output withOthers': jsonSchema,
  'output isTold': sample,
  'output item': sample,
  'output sampleWithin': sample,
  'output forgettingFrame': known,
  'output frameAt': known,
  'output joinedFrame': known,
  'output partialFrame': known,
  'output resumedFrame': known,
  'output #keyOf': same,
  'output key': same,
  'template argumentsOf': foreignTokens,
  'template bothOf': foreignTokens,
  'template eitherOf': foreignTokens,
  'template filtered': foreignTokens,
  'template operandOf': foreignTokens,
  'template readValue': foreignTokens,
  'template termOf': foreignTokens,
  'template meantByValue': foreignTag,
  'template partOf': foreignTag,
  'template editsOf': foreignBlocks,
  'template explain': foreignBlocks,
  'template undeclaredIn': foreignBlocks,
  'template #anyText': same,
  'template #cases': same,
  'template #known': same,
  'template #ofType': same,
  'template #texts': same,
  'template #unsafe': same,
  'template all': same,
  'webhook #item': example,
  'webhook #joined': example,
  'webhook #lines': example,
  'webhook #list': example,
  'webhook #title': example,
  'webhook #value': example,
  'webhook element': example,
  'webhook kindOf': example,
  'webhook partsOf': example,
  'webhook propose': example,
  'webhook soundOf': example,
  'webhook text': example,
  'webhook title': example,
  'webhook written': example,
  'output visit': jsonSchema,
  'template added': conditions,
  'template addedWithin': conditions,
  'template edged': conditions,
  'template edgedMember': conditions,
  'template leafAt': conditions,
  'template readNodes': conditions,
  'template #block': conditions,
  'template #case': conditions,
  'template #conditional': conditions,
  'template #list': conditions,
  'template #step': conditions,
  'template #when': conditions,
  'template write': conditions,
  'template sourceOf': schema,
  'template writeCondition': conditions,
  'template members': schema,
  'template type': schema,
  'template whereHolds': conditions,
  'template whereMayHold': conditions,
  'template steps': conditions,
  'template leavesTaken': conditions,
  'template listLeaves': conditions,
  'template render': conditions,
  'template renderList': conditions,
  'template partsOf': conditions,
  'template valueNames': conditions,
  'template walk': conditions,
  'template stepsOf': conditions,
  'template runsOf': conditions,
  'template follow': conditions,
  'template followList': conditions,
  'template holds': conditions,
  'template assertComplete': schema,
  'template assertPresent': schema,
  'template #group': schema,
  'template #partOf': schema,
  'template #present': schema,
  'template findIn': conditions,
  'template namesIn': conditions,
  'template resolveCondition': conditions,
  'template #ofConditional': conditions,
  'template #ofList': conditions,
  'template #ofNodes': conditions,
  'template #ofProgram': conditions,
  'template wholeOf': schema,
  'template #ofCondition': conditions,
  'template conditionOf': conditions,
  'template resolveList': conditions,
  'template resolveNode': conditions,
  'template resolveNodes': conditions,
  'webhook copy': levels,
  'webhook copyMember': 'JSON from elsewhere is hidden as a whole below the depth that a body may have',
  'webhook visit': levels,
  'webhook givenSettings': settings,
  'webhook groupView': settings,
  'webhook valueView': settings,
  'webhook schemaOf': settings,
  'webhook schemasIn': settings,
  'webhook spellOut': settings,
  'webhook propertiesIn': settings,
  'webhook propertiesOf': settings,
  'webhook put': settings,
  'editor inRows': 'a form has a few settings',
  'editor #readBlocks': 'a message is read eight quotes deep',
  'editor #blockAt': 'a message is read eight quotes deep',
  'editor draw': 'the markup of a message is read into a tree of bounded depth',
  'editor drawNode': 'the markup of a message is read into a tree of bounded depth',
  'editor withoutLinks': 'the markup of a message is read into a tree of bounded depth',
  'webhook checkOf': schema,
  'webhook factOf': schema,
  'webhook factsOf': schema,
  'webhook makeUp': schema,
  'webhook makeUpFacts': schema,
  'webhook #add': conditions,
  'template #combine': variables,
  'template #forget': variables,
  'template #negate': variables,
  'template variableNames': schema,
  'webhook hasLists': schema,
  'webhook vary': schema,
  'webhook listOfItems': schema,
  'webhook itemOf': schema,
  'webhook countsIn': schema,
  'webhook countsOfItem': schema,
  'webhook readType': schema,
  'webhook readTyped': schema,
  'webhook readObject': schema,
  'webhook readList': schema,
  'webhook readCombined': schema,
  'webhook readReference': schema,
  'webhook schemaOfType': schema,
  'webhook schemaOfGroup': schema,
  'template readVariableSchema': schema,
  'template readType': schema,
  'template readPresentType': schema,
  'template resolveNegated': conditions,
  'webhook joined': schema,
  'webhook moved': schema,
  'webhook placed': schema,
  'webhook namesIn': schema,
  'webhook optionalPaths': schema,
  'webhook #describe': schema,
  'webhook withPresence': schema,
  'webhook withPart': parts,
  'webhook lengthOf': conditions,
  'webhook measure': conditions,
  'webhook walk': conditions,
  'webhook walkAfter': conditions,
};

/** Calls whose arguments are a list, each by its room and what is called, with what bounds it. */
const spreads: Readonly<Record<string, string>> = {
  'template write': 'the groups of an expression',
  'grammar sourceOf': 'the tokens of the language',
  'diagnostics Math.max': 'ten edits of a fix are shown at most',
  'diagnostics Math.min': 'ten edits of a fix are shown at most',
  'editor oneOf': 'the methods of HTTP',
  'options tell': 'what a function of the application is told',
  'options this.#all.push': 'a hundred mistakes are kept at most',
  'template oneOf': 'the types of variables',
  'template named': 'the names of a filter',
  'template parts.push': 'the parts of a number format',
  'webhook eventNameReader': 'the names of events',
  'webhook oneOf': 'the names of events',
  'assist keyAt': 'a pair',
  'assist writableAt': 'a pair',
  'output Math.max': 'the 256 states that a walk follows, or the 20,000 schemas that are read',
  'output Math.min': 'the 256 states that a walk follows',
  'output all.push': 'the 20,000 schemas that are read',
  'output edits.push': 'the edits of a fix',
  'output merge': 'the arguments of a function',
  'output this.#lastWithin': 'a pair',
  'template Math.max': 'the alternatives of a value',
  'template cases.push': 'the alternatives of a value',
  'webhook Math.max': 'the variables of an event',
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
  const [, room = ''] = /^(?:src\/)?([^/]+)/.exec(file) ?? [];
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
      if (isSpread) spreads.push(`${room} ${node.expression.getText()}`);
    }
    node.forEachChild(child => enter(child, here));
  }
  enter(source, []);
  return {
    recursive: [
      ...new Set(declared.filter(each => callsItself(each, declared)).map(({ name }) => `${room} ${name}`)),
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
    expect(new Set(found.flatMap(each => each.recursive))).toEqual(new Set(Object.keys(recursive)));
  });

  it('has a list of arguments only where that is short whatever the input is', () => {
    expect(new Set(found.flatMap(each => each.spreads))).toEqual(new Set(Object.keys(spreads)));
  });
});
