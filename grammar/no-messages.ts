import type { IParserErrorMessageProvider } from 'chevrotain';

const none = () => '';

/** explain-tag.ts says what is wrong with a tag; a message of the parser would be read by nobody. */
export const noMessages: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: none,
  buildNotAllInputParsedMessage: none,
  buildNoViableAltMessage: none,
  buildEarlyExitMessage: none,
};
