import { ErrorCodes, type Message, type MessageStrategy, type RequestMessage } from 'vscode-languageserver';

/** The method by which a refused request is answered. */
export const refusedMethod = 'hookplate/refused';

/** Why a request is refused, as parameters of `refusedMethod`. */
export interface Refusal {
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
  const refusalOf = (request: RequestMessage): Refusal | undefined => {
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

function refuse(code: number, message: string): Refusal {
  return { code, message };
}

function isRequest(message: Message): message is RequestMessage {
  return 'method' in message && 'id' in message && message.id !== null;
}

/** Requests about a position of a document. */
const positioned =
  /^textDocument\/(?:completion|hover|documentHighlight|definition|references|rename|prepareRename)$/;

/** What requests need besides. */
const needed: Readonly<
  Record<string, readonly (readonly [name: string, is: (value: unknown) => boolean])[]>
> = {
  'textDocument/codeAction': [
    ['range', isRange],
    ['context', isObject],
  ],
  'textDocument/semanticTokens/range': [['range', isRange]],
  'textDocument/references': [['context', isObject]],
  'textDocument/rename': [['newName', isText]],
  'textDocument/selectionRange': [['positions', isListOfPositions]],
  'textDocument/formatting': [['options', isObject]],
};

/** The first parameter that is missing, or of another type. */
function missingFrom({ method, params }: RequestMessage): string | undefined {
  if (method === 'initialize') return holds(params, 'capabilities', isObject) ? undefined : 'capabilities';
  if (!method.startsWith('textDocument/')) return undefined;
  if (!holds(params, 'textDocument', document => holds(document, 'uri', isText))) return 'textDocument.uri';
  if (positioned.test(method) && !holds(params, 'position', isPosition)) return 'position';
  return needed[method]?.find(([name, is]) => !holds(params, name, is))?.[0];
}

function holds(value: unknown, key: string, is: (value: unknown) => boolean): boolean {
  return isObject(value) && is(Reflect.get(value, key));
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
  return holds(value, 'line', Number.isInteger) && holds(value, 'character', Number.isInteger);
}

function isRange(value: unknown): boolean {
  return holds(value, 'start', isPosition) && holds(value, 'end', isPosition);
}
