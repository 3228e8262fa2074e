import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { proposeMeant, replaceWith } from '../../diagnostics/fixes/fix.ts';
import { essenceOf } from '../../http/media-type.ts';
import { jsonLinesTypes } from '../../output/content-types.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import {
  addFormat,
  freeValues,
  literalTextOf,
  valuesInHtmlCode,
} from '../../template/escaping/nested-syntax.ts';
import type { Program } from '../../template/resolve/program.ts';
import { defaultContentType } from '../config/request-body.ts';
import { diagnoseField, type WebhookDiagnostic } from '../diagnostic.ts';

const knownTypes = [
  'application/json',
  'text/json',
  'application/xml',
  'text/xml',
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/html',
  'application/json-seq',
  ...jsonLinesTypes,
];

/** Main types that text is sent with; IANA's list of media types has a few others. */
const mainTypes = ['application', 'text', 'audio', 'font', 'image', 'message', 'model', 'multipart', 'video'];

/**
 * Reports a payload that is sent as plain text, with its values unescaped, because its content type is missing,
 * misspelt, or of a format that is not checked.
 */
export function findUncheckedPayload(
  contentType: string | undefined,
  program: Program,
): readonly WebhookDiagnostic[] {
  const essence = essenceOf(contentType ?? defaultContentType);
  const range = { start: 0, end: contentType === undefined ? 0 : essence.length };
  const lower = essence.toLowerCase();
  const text = literalTextOf(program);
  const isOtherFormat = contentType !== undefined && !/^(?:text\/|application\/[a-z]+$)/.test(lower);
  if (looksLikeJson(text) && !isOtherFormat) {
    const fixes = [replaceWith(range, 'application/json')];
    return [diagnoseField('contentType', 'json-as-text', { contentType: essence }, { range, fixes })];
  }
  if (contentType === undefined) return findForgottenType(text);
  if (lower === 'text/plain' || text.trim() === '') return [];
  const meant = meantType(lower);
  if (meant !== undefined) {
    const facts = { contentType: essence, meant };
    const fixes = proposeMeant(range, meant);
    return [diagnoseField('contentType', 'unknown-media-type', facts, { range, fixes })];
  }
  return findUnescapedValues(essence, range, program);
}

/** Reports a payload that looks like markup or a form but has no content type. */
function findForgottenType(text: string): readonly WebhookDiagnostic[] {
  const range = { start: 0, end: 0 };
  const propose = (meant: string) => ({ range, fixes: [replaceWith(range, meant)] });
  if (looksLikeForm(text)) {
    return [diagnoseField('contentType', 'form-as-text', {}, propose('application/x-www-form-urlencoded'))];
  }
  const markup = markupIn(text);
  if (markup === undefined) return [];
  const meant = markup === 'HTML' ? 'text/html' : 'application/xml';
  return [diagnoseField('contentType', 'markup-as-text', { markup, meant }, propose(meant))];
}

function findUnescapedValues(
  contentType: string,
  range: SourceRange,
  program: Program,
): readonly WebhookDiagnostic[] {
  if (contentType.toLowerCase() === 'text/html') return findHtmlValues(program);
  if (freeValues(program).length === 0) return [];
  return [diagnoseField('contentType', 'unchecked-payload', { contentType }, { range })];
}

/** Percent signs are plain text everywhere in HTML; references work only in its text and in quotes. */
function findHtmlValues(program: Program): readonly WebhookDiagnostic[] {
  const code = valuesInHtmlCode(program);
  const [inCode] = freeValues(program, name => name === 'url-encode').filter(({ step }) => code.has(step));
  const escapes = ['url-encode', 'xml-encode', 'html-escape'];
  const values = freeValues(program, name => escapes.includes(name));
  const inText = values.filter(({ step }) => !code.has(step));
  const [first] = inText;
  const fixes = addFormat(inText, 'xml-encode');
  return [
    ...(inCode ? [diagnoseField('payload', 'html-code', {}, { range: inCode.step.range })] : []),
    ...(first ? [diagnoseField('payload', 'html-unescaped', {}, { range: first.step.range, fixes })] : []),
  ];
}

function looksLikeJson(text: string): boolean {
  return /^\s*(?:\{\s*"|\[\s*["[{])/.test(text);
}

function looksLikeForm(text: string): boolean {
  const isPairs = /^\s*[\w.[\]-]+=[^&\n]*(?:&[\w.[\]-]+=[^&\n]*)+$/.test(text.trimEnd());
  return isPairs || /^\s*[\w.[\]-]+=(?:[{[]|%7B|%5B)/i.test(text);
}

function markupIn(text: string): 'XML' | 'HTML' | undefined {
  if (!text.trimEnd().endsWith('>')) return undefined;
  if (/^\s*<(?:!doctype\s+html|html|body|div|p|span|table|h[1-6]|ul|ol)(?=[\s/>])/i.test(text)) return 'HTML';
  return /^\s*<(?:\?xml\s|[A-Za-z_][\w.:-]*(?:\s|\/?>))/.test(text) ? 'XML' : undefined;
}

/** The checked or known type that another one was meant for, in lower case. */
function meantType(essence: string): string | undefined {
  if (knownTypes.includes(essence)) return undefined;
  const [main = '', subtype = ''] = essence.split('/');
  const isText = main === 'application' || main === 'text';
  if (!isText && mainTypes.includes(main)) return undefined;
  if (/url-?encoded|www-form|^(?:x-)?form$/.test(subtype)) return 'application/x-www-form-urlencoded';
  const words = subtype.split(/[^a-z0-9]+/).filter(word => word !== 'x');
  const plain = words.length === 1 ? words[0] : undefined;
  const name = didYouMean(plain ?? subtype, knownTypes.map(subtypeOf));
  const meant = knownTypes.find(known => known === `${main}/${name}`);
  if (name !== undefined) return meant ?? knownTypes.find(known => subtypeOf(known) === name);
  if (!isText || !words.includes('json')) return undefined;
  return `${main}/${subtype.replace(/[-._]json$/, '')}+json`;
}

function subtypeOf(essence: string): string {
  return essence.slice(essence.indexOf('/') + 1);
}
