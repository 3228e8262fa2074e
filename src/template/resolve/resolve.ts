import type { ParsedTemplate } from '../../../grammar/parse-template.ts';
import { meantByLength } from '../../../grammar/recovery/explain-comparison.ts';
import type {
  ComparisonCondition,
  ConditionNode,
  ListHead,
  ListNode,
  NotCondition,
  NumberNode,
  PathNode,
  QuotedNode,
  TemplateNode,
  TextNode,
  ValueNode,
} from '../../../grammar/tree.ts';
import { parseJavaPattern } from '../../dates/pattern/java-pattern.ts';
import { isUtc, resolveTimeZone } from '../../dates/zone/time-zone.ts';
import { assertNever } from '../../diagnostics/assert-never.ts';
import { type Diagnostic, diagnose, type Fix, type SourceRange } from '../../diagnostics/diagnostic.ts';
import { editAll, proposeMeant, replaceWith } from '../../diagnostics/fixes/fix.ts';
import type { AskedVariable } from './asked-variables.ts';
import type { ClassCondition, Condition, ListStep, Program, ReadList, Step, ValueStep } from './program.ts';
import {
  asCalledToday,
  type Item,
  isOutOfReach,
  lookUp,
  lookUpCounted,
  lookUpNumbered,
  type PathTarget,
  type Scope,
} from './scope.ts';
import { knownValues, optionalFor } from './served-events.ts';
import { resolveListOptions, resolveOptions, resolveWholeOptions, separatorOption } from './tag-options.ts';
import { lengthOf, partOfItem, reportList, reportUnknown } from './unknown-name.ts';
import { classesFor, type Operator, type Question } from './value-classes.ts';
import {
  declaredPath,
  eachItem,
  isGroup,
  isList,
  isText,
  type ListType,
  type Origin,
  type PresentType,
  presentType,
  typeAt,
  type Variable,
} from './variables.ts';

/** Resolves every name, option and condition; reports those that cannot be resolved. */
export function resolve({ tree }: ParsedTemplate, scope: Scope): Program {
  return resolveNodes(tree.nodes, scope);
}

function resolveNodes(nodes: readonly TemplateNode[], scope: Scope): Program {
  const steps: Step[] = [];
  let value: ValueStep | undefined;
  for (const node of nodes) {
    if (value) reportLiteralZ(value, node, scope);
    const step = resolveNode(node, scope);
    if (step) steps.push(step);
    value = step?.kind === 'value' ? step : undefined;
  }
  return steps;
}

function resolveNode(node: TemplateNode, scope: Scope): Step | undefined {
  switch (node.kind) {
    case 'text':
      return resolveText(node, scope.source);
    case 'dollar':
      return { kind: 'literal', range: node.range, text: '$' };
    case 'value':
      return resolveValue({ ...node, path: asCalledToday(node.path, scope) }, scope);
    case 'conditional': {
      const branches = node.branches.map(({ condition, nodes }) => ({
        condition: resolveCondition(condition, scope),
        steps: resolveNodes(nodes, scope),
      }));
      const otherwise = resolveNodes(node.otherwise?.nodes ?? [], scope);
      return { kind: 'conditional', range: node.range, node, branches, otherwise };
    }
    case 'list':
      return resolveList(node, scope, resolveNodes);
    case 'comment':
    case 'broken':
      return undefined;
    default:
      return assertNever(node);
  }
}

function resolveText({ range, text, written }: TextNode, source: string): Step | undefined {
  if (written.start === written.end) return undefined;
  const whole = written.start === range.start && written.end === range.end;
  return { kind: 'literal', range: written, text: whole ? text : source.slice(written.start, written.end) };
}

function resolveValue(node: ValueNode, scope: Scope): Step {
  const whole = resolveWhole(node, scope);
  if (whole) return whole;
  const number = resolveNumber(node.path, scope);
  const variable: Variable | undefined = number
    ? { path: node.path.names, type: 'number', origin: number.origin }
    : resolveVariable(node, scope);
  const options = resolveOptions(node, variable, scope);
  const step = {
    kind: 'value',
    range: node.range,
    node,
    variable: variable ?? anyText(node.path),
    isUnknown: variable === undefined,
    options,
    isUnderSchema: scope.isUnderSchema,
    asked: lookUp(scope, node.path.names)?.asked,
  } as const;
  if (!number) return step;
  return number.isOfItem ? { ...step, isItemNumber: true } : { ...step, counted: number.ask() };
}

/** A list or group as a value of JSON; whether it is one, the proof knows. */
function resolveWhole(node: ValueNode, scope: Scope): ValueStep | undefined {
  const { range, path, options: given } = node;
  const found = scope.isJson ? lookUp(scope, path.names) : undefined;
  if (!found || typeof found.type === 'string' || !(isList(found.type) || isGroup(found.type)))
    return undefined;
  // Between the items stands something that is not JSON.
  if (given.some(({ name }) => name === separatorOption)) return undefined;
  const elsewhere: Diagnostic[] = [];
  resolveVariable(node, { ...scope, report: diagnostic => elsewhere.push(diagnostic) });
  const { options, mistakes } = resolveWholeOptions(node, scope);
  const { origin, optional, asked } = found;
  const mayBeMissing = optional.length > 0;
  return {
    kind: 'value',
    range,
    node,
    variable: { path: path.names, type: 'json', origin, mayBeMissing, optional },
    isUnderSchema: scope.isUnderSchema,
    asked,
    whole: {
      type: found.type,
      mistakes,
      elsewhere: elsewhere.map(each => withoutQuotes(each, range, scope)),
    },
    options,
  };
}

/** Proposes to write a list or group without the quotes around it. */
function withoutQuotes(diagnostic: Diagnostic, { start, end }: SourceRange, { source }: Scope): Diagnostic {
  if (source[start - 1] !== '"' || source[end] !== '"') return diagnostic;
  const edits = [
    { range: { start: start - 1, end: start }, text: '' },
    { range: { start: end, end: end + 1 }, text: '' },
  ];
  return { ...diagnostic, fixes: [...diagnostic.fixes, editAll('Remove the quotes around it', edits)] };
}

/** A number that a path names although nobody declares it. */
interface OwnNumber {
  readonly origin: Origin;
  /** Whether it is the number of an item; else it is the count of a list. */
  readonly isOfItem: boolean;
  /** The variable for conditions; that of a count is its list. */
  readonly ask: () => AskedVariable;
}

/** The number of a path such as `items.count` or `item.number`; none where a variable has that name. */
function resolveNumber(path: PathNode, scope: Scope): OwnNumber | undefined {
  const { names, range } = path;
  if (names.length < 2) return undefined;
  const numbered = lookUpNumbered(scope, names);
  if (lookUp(scope, names)) {
    if (numbered) reportDeclaredNumber(path, numbered.item, scope);
    return undefined;
  }
  if (numbered) return numberOf(path, numbered, scope);
  const list = lookUpCounted(scope, names);
  if (!list) return undefined;
  const ask = () => list.asked.variableOf('emptiness', names.slice(0, -1), range, list.origin.path);
  return { origin: list.origin, isOfItem: false, ask };
}

function numberOf(
  { names, range }: PathNode,
  { item, level }: { readonly item: Item; readonly level: number },
  { report }: Scope,
): OwnNumber {
  if (item.isFiltered) report(diagnose('number-in-filter', range, { name: names.join('.') }));
  item.number.isUsed = true;
  const ask = () => item.asked.variableOf('item-number', names, range, []);
  return { origin: { level, path: [] }, isOfItem: true, ask };
}

/** Reports, once for each list, that a declared part hides the number of the item. */
function reportDeclaredNumber({ names, range }: PathNode, { number }: Item, { report }: Scope): void {
  if (number.isExplained) return;
  number.isExplained = true;
  report(diagnose('declared-number', range, { name: names.join('.') }));
}

/** A value of an unknown name keeps its place as text, so that one mistake does not look like two. */
function anyText({ names: path }: PathNode): Variable {
  return { path, type: 'string', origin: { level: 0, path } };
}

/** Keywords that an unknown name may have been meant for. */
export const nameLikeKeywords = ['else', 'endif', 'sep', 'endfor'];

/** Words of other languages for them. */
const otherWords: ReadonlyMap<string, string> = new Map([
  ['otherwise', 'else'],
  ['separator', 'sep'],
]);

/** The variable of a value; reports a name without one and returns undefined. */
function resolveVariable(node: ValueNode, scope: Scope): Variable | undefined {
  const { path } = node;
  const found = lookUp(scope, path.names);
  if (!found)
    return reportUnknown(path, scope, 'any', nameLikeKeywords, otherWords.get(path.names.join('.')));
  reportDottedKey(path, found, scope);
  const { type, origin, optional } = found;
  const mayBeMissing = optional.length > 0 && origin.parts === undefined;
  const variable = { path: path.names, origin, mayBeMissing, optional };
  if (typeof type === 'string') return { ...variable, type };
  const name = path.names.join('.');
  if (isList(type)) return reportListValue(node, type, scope);
  if (!isGroup(type)) return { ...variable, type };
  const known = scope.known.membersOf(type, name);
  const fixes = proposeMeant(path.range, known.length === 1 ? known[0] : undefined);
  scope.report(diagnose('incomplete-name', path.range, { name, known, isJson: scope.isJson }, { fixes }));
  return undefined;
}

/** Matches the end of a domain, with the name behind its slash: the keys of Kubernetes labels look like that. */
const endOfDomain =
  /\w\.(?:(?:[a-z]{2}|com|org|net|dev|cloud|app|info|local|internal)\/\w+|(?:com|org|net)$)/;

/** The first key in a path that is named by a domain. */
function domainKeyIn(path: string): string | undefined {
  const end = endOfDomain.exec(path);
  if (!end) return undefined;
  let start = end.index;
  while (/[\w.]/.test(path[start - 1] ?? '')) start--;
  return path.slice(start, end.index + end[0].length).replace(/^\.+/, '');
}

/** Matches a path down to the object that holds such keys. */
const labelledBy = /^.*(?:labels|annotations)[./]/i;

/** Warns of a part of JSON that is probably one key with dots in it, which a path does not lead to. */
function reportDottedKey({ names, range }: PathNode, found: PathTarget | undefined, scope: Scope): void {
  const { parts } = found?.origin ?? {};
  if (parts === undefined || parts.length < 2) return;
  const path = scope.source.slice(range.start, range.end).replace(/\s+/g, '');
  let inside = path;
  for (const name of names.slice(0, -parts.length))
    inside = inside.slice(inside.indexOf(name) + name.length + 1);
  const key = domainKeyIn(inside.replace(labelledBy, '')) ?? domainKeyIn(inside);
  if (key !== undefined) scope.report(diagnose('dotted-key', range, { name: path, key }));
}

/** Resolves the names of a condition, which must be boolean variables, and reports those that are not. */
function resolveCondition(node: ConditionNode, scope: Scope): Condition {
  return { ...conditionOf(node, scope), range: node.range };
}

function conditionOf(node: ConditionNode, scope: Scope): Condition {
  switch (node.kind) {
    case 'variable':
      return resolveNamed(asCalledToday(node.path, scope), scope);
    case 'comparison':
      return resolveComparison({ ...node, path: asCalledToday(node.path, scope) }, scope);
    case 'not':
      return { kind: 'not', operand: resolveNegated(node, scope) };
    case 'and':
    case 'or':
      return { kind: node.kind, operands: node.operands.map(operand => resolveCondition(operand, scope)) };
    case 'broken-condition':
      return resolveUnreadable(node.range, scope);
    default:
      return assertNever(node);
  }
}

function resolveNegated({ range, operand }: NotCondition, scope: Scope): Condition {
  if (operand.kind !== 'variable') return resolveCondition(operand, scope);
  return { ...resolveNamed(asCalledToday(operand.path, scope), scope, range), range: operand.range };
}

/**
 * Resolves a condition that is a name alone. One that cannot be asked is reported and still followed: conditions that share
 * the name hold together, so that one mistake does not look like two.
 */
function resolveNamed(path: PathNode, scope: Scope, negated?: SourceRange): Condition {
  const found = lookUp(scope, path.names);
  reportDottedKey(path, found, scope);
  const { type, asked = scope.asked, origin, optional = [] } = found ?? {};
  const question = questionOf(type);
  const variable = () =>
    asked.variableOf(question, path.names, path.range, origin?.path, { parts: origin?.parts });
  if (question === 'emptiness') return { ...variable().named(), path: path.range };
  const number = resolveNumber(path, scope);
  const mistake = neverMissing(path, number ? 'number' : type, negated);
  if (number) {
    if (mistake) scope.report(mistake);
    return { ...number.ask().named(), path: path.range };
  }
  const perhaps = found ? mayLack(found, scope) : [];
  const length = type === undefined ? lengthOf(path.names, scope) : undefined;
  if (length !== undefined) {
    const fixes = [replaceWith(path.range, length)];
    scope.report(diagnose('not-comparable', path.range, { name: length, known: [], list: true }, { fixes }));
  } else if (type === undefined) reportUnknown(path, scope, 'condition');
  else if (mistake && optional.length === 0 && perhaps.length === 0) scope.report(mistake);
  const name = `\`${path.names.join('.')}\``;
  const classes = classesFor(question, question === 'text' ? [''] : []);
  const condition = ofEvents(path, found, scope, {
    ask: () => variable().named(),
    holds: value => classes.named.includes(classes.classOf(value)),
    said: question === 'truth' ? [`${name} is true`, `${name} is false`] : undefined,
    range: path.range,
  });
  if (!mistake || !found || !scope.served || perhaps.length === 0) return condition;
  const owners = scope.served.ownersOf(declaredPath(found.asked.declared, found.origin));
  const always = owners.filter(owner => !perhaps.includes(owner));
  return { ...condition, presence: { mistake, always, perhaps } };
}

/** The question that a name alone asks. */
function questionOf(type: PresentType | undefined): Question {
  if (type === undefined || type === 'boolean') return 'truth';
  if (isList(type)) return 'emptiness';
  if (isText(type)) return 'text';
  return type === 'number' || type === 'json' ? type : 'presence';
}

/** The events of the catalogue for which a variable may be missing, so that a condition is right although they are off. */
function mayLack({ asked, origin }: PathTarget, { served }: Scope): readonly string[] {
  return served ? optionalFor(served, declaredPath(asked.declared, origin)) : [];
}

/** What is wrong with a condition that holds for every value that its variable can have; nothing if a value may fail it. */
function neverMissing(
  path: PathNode,
  type: PresentType | undefined,
  negated: SourceRange | undefined,
): Diagnostic | undefined {
  if (type === undefined || (type !== 'number' && type !== 'date' && !isGroup(type))) return undefined;
  const name = path.names.join('.');
  const compared = type === 'number' ? `${name} ${negated ? '==' : '>'} 0` : undefined;
  const fixes = compared === undefined ? [] : [replaceWith(negated ?? path.range, compared)];
  const facts = { name, compared, negated: negated !== undefined };
  return diagnose('never-missing', path.range, facts, { fixes });
}

/** A question about a variable: how to ask it, how to answer it for known values, and the phrases for messages. */
interface Asking {
  readonly ask: () => ClassCondition;
  readonly holds: (value: unknown) => boolean;
  readonly said: readonly [holds: string, fails: string] | undefined;
  /** The range of the whole question. */
  readonly range: SourceRange;
}

/**
 * Where the value is a constant of the event, the event decides the condition; for other events the variable is asked.
 */
function ofEvents(
  { range: path }: PathNode,
  found: PathTarget | undefined,
  { served, asked }: Scope,
  { ask, holds, said, range }: Asking,
): Condition {
  const isOfEvent = served && asked.event && found?.origin.level === 0;
  const known = isOfEvent ? knownValues(served, found.origin) : [];
  if (!isOfEvent || known.every(each => each === undefined)) return { ...ask(), path };
  const areHeld = known.map(each => each !== undefined && holds(each.value));
  if (known.every(each => each !== undefined)) return { ...asked.event.isIn(areHeld, said), path };
  const others = asked.event.isIn(known.map(each => each === undefined));
  const ofOthers: Condition = { kind: 'and', operands: [others, { ...ask(), path, range }] };
  return { kind: 'or', operands: [asked.event.isIn(areHeld), ofOthers] };
}

const comparedWithWord =
  /(?<![\w./])([\w./]+)\s*[=!]==?\s*(true|false|null|nil|undefined)\b|\b(true|false|null|nil|undefined)\s*[=!]==?\s*([\w./]+)/gi;

/** Follows an unreadable condition too, like a variable of its own. */
function resolveUnreadable(range: SourceRange, scope: Scope): Condition {
  const text = scope.source.slice(range.start, range.end);
  for (const [, left, constant, other, right] of text.matchAll(comparedWithWord)) {
    const type = lookUp(scope, (left ?? right ?? '').split(/[./]/))?.type;
    const isMissing = /^[nu]/i.test(constant ?? other ?? '');
    // `false` is not missing, and neither is a JSON text that is empty.
    const isOther = isMissing ? type === 'boolean' || type === 'json' : type !== 'boolean';
    if (type !== undefined && isOther) scope.reportOther(range);
  }
  return scope.asked.variableOf('truth', [text], range).named();
}

/** Resolves a comparison; reports an unknown name, and a constant that its variable cannot be compared with. */
function resolveComparison(node: ComparisonCondition, scope: Scope): Condition {
  const { path, operator, constant } = node;
  const found = lookUp(scope, path.names);
  reportDottedKey(path, found, scope);
  const { type, asked = scope.asked, origin } = found ?? {};
  const number = resolveNumber(path, scope);
  if (number) return resolveNumberCompared(node, number.ask(), scope);
  const list = listAskedBy(path.names, type, scope);
  if (list !== undefined) reportComparedList(node, list, scope);
  else if (type === undefined) reportUnknown(path, scope, 'comparable');
  else reportMisfit(node, type, scope);
  const byConstant = constant.kind === 'quoted' ? 'text' : 'number';
  const question = type === 'json' ? type : byConstant;
  const { value } = constant;
  const equal = operator === '!=' ? '==' : operator;
  const condition = ofEvents(path, found, scope, {
    ask: () => {
      const { parts } = origin ?? {};
      return asked
        .variableOf(question, path.names, path.range, origin?.path, { parts })
        .compare(equal, value);
    },
    holds: known => compares(question, known, equal, value),
    said: undefined,
    range: node.range,
  });
  return operator === '!=' ? { kind: 'not', operand: { ...condition, range: node.range } } : condition;
}

function resolveNumberCompared(node: ComparisonCondition, variable: AskedVariable, scope: Scope): Condition {
  const { path, operator, constant, range } = node;
  reportMisfit(node, 'number', scope);
  // A text has been reported.
  const number = typeof constant.value === 'number' ? constant.value : 0;
  const asked = { ...variable.compare(operator === '!=' ? '==' : operator, number), path: path.range, range };
  return operator === '!=' ? { kind: 'not', operand: asked } : asked;
}

/** Whether a comparison holds for a value. */
function compares(
  question: Question,
  value: unknown,
  operator: Operator,
  constant: string | number,
): boolean {
  const classes = classesFor(question, [constant]);
  return classes.where(operator, constant).includes(classes.classOf(value));
}

/** The list of a comparison that asks for its length. */
function listAskedBy(
  names: readonly string[],
  type: PresentType | undefined,
  scope: Scope,
): string | undefined {
  if (type === undefined) return lengthOf(names, scope);
  return isList(type) ? names.join('.') : undefined;
}

/** `items.length > 0` means `items`. */
function reportComparedList(
  { range, operator, constant }: ComparisonCondition,
  name: string,
  scope: Scope,
): void {
  const isNumber = typeof constant.value === 'number';
  const counted = isNumber ? `${name}.count ${operator} ${constant.value}` : undefined;
  const meant = meantByLength(name, operator, constant.value) ?? counted;
  const fixes = meant === undefined ? [] : [replaceWith(range, meant)];
  scope.report(diagnose('not-comparable', range, { name, known: [], list: true }, { fixes }));
}

/** Texts are compared with texts and numbers with numbers; nothing else can be compared. */
function reportMisfit(node: ComparisonCondition, type: PresentType, scope: Scope): void {
  const { path, constant } = node;
  const name = path.names.join('.');
  if (type === 'json') return;
  if (!isText(type) && type !== 'number') {
    const truth = type === 'boolean';
    const known = truth ? [] : scope.known.named('comparable');
    const fixes = truth ? truthFix(node, scope) : [];
    scope.report(diagnose('not-comparable', path.range, { name, known, truth }, { fixes }));
  } else if (isText(type) !== (constant.kind === 'quoted')) {
    const facts = { name, needed: isText(type) ? 'text' : 'number' } as const;
    scope.report(
      diagnose('wrong-constant', constant.range, facts, { fixes: otherConstant(constant, scope) }),
    );
  } else if (Array.isArray(type) && constant.kind === 'quoted') {
    reportOutsideSet(constant, name, type, scope);
  }
}

function reportOutsideSet(constant: QuotedNode, name: string, known: readonly string[], scope: Scope): void {
  const { value, valueRange } = constant;
  // A missing text compares as an empty one.
  if (value === '' || known.includes(value)) return;
  const fixes = proposeMeant(valueRange, scope.known.constantMeantBy(value, name, known));
  scope.report(diagnose('unknown-constant', constant.range, { name, value, known }, { fixes }));
}

/** `isError == "true"` means `isError`. */
function truthFix(
  { range, path, operator, constant }: ComparisonCondition,
  { source }: Scope,
): readonly Fix[] {
  const isTrue = ['true', '1'].includes(String(constant.value));
  const isFalse = ['false', '0'].includes(String(constant.value));
  if ((!isTrue && !isFalse) || (operator !== '==' && operator !== '!=')) return [];
  const name = source.slice(path.range.start, path.range.end);
  return [replaceWith(range, isTrue === (operator === '==') ? name : `!${name}`)];
}

/** Adds quotes around a number that is compared with a text, or removes those around a number. */
function otherConstant(constant: QuotedNode | NumberNode, { source }: Scope): readonly Fix[] {
  const { start, end } = constant.range;
  if (constant.kind === 'number') return [replaceWith(constant.range, `"${source.slice(start, end)}"`)];
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(constant.value)
    ? [replaceWith(constant.range, constant.value)]
    : [];
}

type ResolveNodes = (nodes: readonly TemplateNode[], scope: Scope) => Program;

/** Resolves a list. If it names none, that is reported, and nothing is reported about its body. */
function resolveList(node: ListNode, scope: Scope, resolveNodes: ResolveNodes): Step | undefined {
  const { head: written, nodes, separator, otherwise } = node;
  const head = written && { ...written, path: asCalledToday(written.path, scope) };
  const found = head && listOfHead(head, scope);
  if (!found) return undefined;
  const asked = scope.asked.ofItem([...declaredPath(found.asked.declared, found.origin), eachItem]);
  const { name } = head.item;
  const number = { isUsed: false, isExplained: false };
  const item: Item = { name, type: found.type.of, list: found.origin, asked, paths: new Map(), number };
  reportHidden(head, scope);
  const inBody = {
    ...scope,
    items: [...scope.items, item],
    known: scope.known.inBodyOf(item.name, item.type),
  };
  // The separator is written while the next item is current, under no name; lists in it have a level of their own.
  const between = { ...scope, items: [...scope.items, { ...item, name: '', type: {} }] };
  scope.itemNames.add(item.name);
  const { names } = head.path;
  const list = found.asked.variableOf('emptiness', names, head.path.range, found.origin.path);
  // A list inside another list, but not among its items, is walked for each of them.
  list.walks += scope.items.length > found.origin.level ? 2 : 1;
  const inFilter = { ...inBody, items: [...scope.items, { ...item, isFiltered: true }] };
  const filter = head.filter && resolveCondition(head.filter, inFilter);
  const body = resolveNodes(nodes, inBody);
  return {
    kind: 'list',
    range: node.range,
    node,
    itemType: presentType(item.type),
    list,
    emptiness: filter ? takenOf(head, scope) : list,
    filter,
    max: resolveListOptions(head.options, scope),
    level: inBody.items.length,
    isNumbered: number.isUsed,
    number: asked.itemNumber,
    asked,
    steps: body,
    separator: resolveNodes(separator?.nodes ?? [], between),
    otherwise: resolveNodes(otherwise?.nodes ?? [], scope),
  } satisfies ListStep;
}

/**
 * The variable for whether a filter takes any item. It belongs to this list alone, and may differ for each surrounding
 * item and each separator.
 */
function takenOf({ range }: ListHead, { source, items, asked }: Scope): ReadList {
  const text = source.slice(range.start, range.end);
  const around = items.at(-1)?.asked ?? asked;
  const path = [`${range.start} ${text}`];
  return around.variableOf('taken', path, range, path, { name: text });
}

function listOfHead(
  { path }: ListHead,
  scope: Scope,
): (PathTarget & { readonly type: ListType }) | undefined {
  const name = path.names.join('.');
  const found = lookUp(scope, path.names);
  const type = found?.type;
  if (found && type !== undefined && isList(type)) return { ...found, type };
  if (isOutOfReach(scope, path.names)) {
    reportUnknown(path, scope, 'list');
    return undefined;
  }
  const listsOf = found ? havingLists(found, scope) : [];
  if (listsOf.length > 0) {
    scope.report(diagnose('not-a-list', path.range, { name, known: [], listsOf }));
    return undefined;
  }
  reportDottedKey(path, found, scope);
  const known = scope.known.named('list');
  const isJson = type === 'json';
  const meant =
    partOfItem(path.names, scope, 'list') ?? (isJson ? undefined : scope.known.meantBy('list', name));
  const fixes = proposeMeant(path.range, meant);
  if (found) scope.report(diagnose('not-a-list', path.range, { name, known, isJson }, { fixes }));
  else scope.report(diagnose('unknown-list', path.range, { name, known }, { fixes }));
  return undefined;
}

/** Those events that are switched on for which the target of a path is a list. */
function havingLists({ asked, origin }: PathTarget, { served }: Scope): readonly string[] {
  if (!served) return [];
  const path = declaredPath(asked.declared, origin);
  return served.together.filter(name => {
    const type = typeAt(served.variablesOf(name), path);
    return type !== undefined && isList(type);
  });
}

/** Reports an item with a name that is already taken. */
function reportHidden({ item: { name, range } }: ListHead, scope: Scope): void {
  const { served } = scope;
  const isOfEvents = !served || served.ownersOf([name]).some(owner => served.names.includes(owner));
  const isTaken =
    (isOfEvents && lookUp({ ...scope, items: [] }, [name])) || scope.items.some(other => other.name === name);
  if (isTaken) scope.report(diagnose('hidden-name', range, { name }));
}

/** Reports a list in a tag for a value. */
function reportListValue({ path, options, range }: ValueNode, type: ListType, scope: Scope): undefined {
  const name = path.names.join('.');
  const separator = options.find(option => option.name === separatorOption)?.value;
  const isClear = separator !== undefined && !separator.includes('\\') && !isGroup(presentType(type.of));
  if (!isClear || partOfItem(path.names, scope, 'any') !== undefined) return reportList(path, name, scope);
  const others = options.filter(option => option.name !== separatorOption);
  const given = others.map(({ range: { start, end } }) => scope.source.slice(start, end)).join(', ');
  const item = given === '' ? '$item$' : `$item; ${given}$`;
  const meant = `$for(item in ${name})$${item}$sep$${separator}$endfor$`;
  scope.report(diagnose('list-as-value', path.range, { name }, { fixes: [replaceWith(range, meant)] }));
}

/** Reports a literal `Z` right after a time that is formatted in a zone other than UTC. */
function reportLiteralZ(step: ValueStep, next: TemplateNode, scope: Scope): void {
  const { variable, options, node } = step;
  if (variable.type !== 'date' || next.kind !== 'text') return;
  const { start } = next.written;
  if (start !== node.range.end || !/^Z(?!\w)/.test(scope.source.slice(start, start + 2))) return;
  const { format, timeZone = 'UTC' } = options;
  const zone = resolveTimeZone(timeZone);
  if (zone === undefined || isUtc(zone)) return;
  const last = format === undefined ? 'X' : lastLetter(format);
  if (!/^[HkKhmsSaXZz]$/.test(last)) return;
  const range = { start, end: start + 1 };
  const removal = { range, text: '' };
  const at = node.options.find(({ name }) => name === 'format')?.valueRange.end;
  const hasOffset = at === undefined || /[XZz]/.test(last);
  const fix = hasOffset
    ? editAll('Remove the `Z`', [removal])
    : editAll('Write `XXX`', [{ range: { start: at, end: at }, text: 'XXX' }, removal]);
  scope.report(diagnose('literal-z-outside-utc', range, { timeZone }, { fixes: [fix] }));
}

/** The letter of the last field of a pattern; empty if the pattern ends with anything else. */
function lastLetter(format: string): string {
  const last = parseJavaPattern(format).items.at(-1);
  return last?.kind === 'field' ? last.letter : '';
}
