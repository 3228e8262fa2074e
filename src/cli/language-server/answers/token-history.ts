import {
  type Range,
  type SemanticTokens,
  SemanticTokensBuilder,
  type SemanticTokensDelta,
} from 'vscode-languageserver';
import type { ReadDocument } from '../read-document.ts';
import { addTokens } from './semantic-tokens.ts';

/** What was told of the colours of documents: after that, only what changed. */
export class TokenHistory {
  readonly #builders = new Map<string, SemanticTokensBuilder>();

  all(read: ReadDocument): SemanticTokens {
    const builder = new SemanticTokensBuilder();
    this.#builders.set(read.document.uri, builder);
    addTokens(read, builder);
    return builder.build();
  }

  /** @param id Of what was told before. */
  since(read: ReadDocument, id: string): SemanticTokens | SemanticTokensDelta {
    const builder = this.#builders.get(read.document.uri) ?? new SemanticTokensBuilder();
    this.#builders.set(read.document.uri, builder);
    builder.previousResult(id);
    addTokens(read, builder);
    return builder.buildEdits();
  }

  within(read: ReadDocument, range: Range): SemanticTokens {
    const builder = new SemanticTokensBuilder();
    addTokens(read, builder, range);
    return builder.build();
  }

  forget(uri: string): void {
    this.#builders.delete(uri);
  }
}
