import { ErrorCodes, type Message, type MessageStrategy, type RequestMessage } from 'vscode-languageserver';
import { previewRequest, statusRequest } from './extension-requests.ts';

/** The method by which a refused request is answered. */
export const refusedMethod = 'hookplate/refused';

/** Why a request is refused, as parameters of `refusedMethod`. */
export interface ProtocolRefusal {
  readonly code: number;
  readonly message: string;
}

/**
 * Keeps an editor to the order of the protocol (LSP 3.17, "Server lifecycle"), and requests to parameters that can be
 * read. Refused requests go on as ones of `refusedMethod`; refused notifications are dropped.
 *
 *     waiting ──initialize──▶ open ──shutdown──▶ closing
 */
export function protocolRules(): MessageStrategy {
  let state: 'waiting' | 'open' | 'closing' = 'waiting';
  const refusalOf = (request: RequestMessage): ProtocolRefusal | undefined => {
    const { method } = request;
    const isFirst = method === 'initialize';
    if (state === 'closing') return refuse(ErrorCodes.InvalidRequest, 'The server was told to shut down.');
    if (state === 'waiting' && !isFirst)
      return refuse(ErrorCodes.ServerNotInitialized, 'The first request has to be `initialize`.');
    if (state === 'open' && isFirst) return refuse(ErrorCodes.InvalidRequest, 'The server is initialized.');
    const missing = missingFrom(request);
    if (missing !== undefined)
      return refuse(ErrorCodes.InvalidParams, `The parameters of \`${method}\` need \`${missing}\`.`);
    if (isFirst) state = 'open';
    if (method === 'shutdown') state = 'closing';
    return undefined;
  };
  return {
    handleMessage: (message, next) => {
      if (isRequest(message)) {
        const refusal = refusalOf(message);
        return next(refusal ? { ...message, method: refusedMethod, params: refusal } : message);
      }
      const isEarly = state === 'waiting' && 'method' in message && message.method !== 'exit';
      return isEarly ? undefined : next(message);
    },
  };
}

function refuse(code: number, message: string): ProtocolRefusal {
  return { code, message };
}

function isRequest(message: Message): message is RequestMessage {
  return 'method' in message && 'id' in message && message.id !== null;
}

type Needed = readonly (readonly [name: string, is: (value: unknown) => boolean])[];

const aDocument: Needed = [['textDocument.uri', isText]];
const aPosition: Needed = [...aDocument, ['position', isPosition]];

/** What each request needs. */
const needed: Readonly<Record<string, Needed>> = {
  initialize: [['capabilities', isObject]],
  'textDocument/completion': aPosition,
  'textDocument/hover': aPosition,
  'textDocument/codeAction': [...aDocument, ['range', isRange], ['context', isObject]],
  'textDocument/documentSymbol': aDocument,
  'textDocument/foldingRange': aDocument,
  'textDocument/documentHighlight': aPosition,
  'textDocument/selectionRange': [...aDocument, ['positions', isListOfPositions]],
  'textDocument/definition': aPosition,
  'textDocument/references': [...aPosition, ['context', isObject]],
  'textDocument/prepareRename': aPosition,
  'textDocument/rename': [...aPosition, ['newName', isText]],
  'textDocument/formatting': [...aDocument, ['options', isObject]],
  'textDocument/semanticTokens/full': aDocument,
  'textDocument/semanticTokens/full/delta': aDocument,
  'textDocument/semanticTokens/range': [...aDocument, ['range', isRange]],
  [statusRequest]: [['uri', isText]],
  [previewRequest]: aPosition,
};

/** The first parameter that is missing, or of another type. */
function missingFrom({ method, params }: RequestMessage): string | undefined {
  return needed[method]?.find(([path, is]) => !is(path.split('.').reduce(partOf, params)))?.[0];
}

function partOf(value: unknown, key: string): unknown {
  return isObject(value) ? Reflect.get(value, key) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isListOfPositions(value: unknown): boolean {
  return Array.isArray(value) && value.every(isPosition);
}

function isPosition(value: unknown): boolean {
  return Number.isInteger(partOf(value, 'line')) && Number.isInteger(partOf(value, 'character'));
}

function isRange(value: unknown): boolean {
  return isPosition(partOf(value, 'start')) && isPosition(partOf(value, 'end'));
}
