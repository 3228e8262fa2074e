import { TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';

/** What is open in an editor: a change makes another document of it, so that whoever holds one knows what it says. */
export type OpenDocuments = TextDocuments<TextDocument>;

export function createDocuments(): OpenDocuments {
  return new TextDocuments<TextDocument>({
    create: TextDocument.create,
    update: (document, changes, version) => {
      const { uri, languageId } = document;
      const copy = TextDocument.create(uri, languageId, document.version, document.getText());
      return TextDocument.update(copy, changes, version);
    },
  });
}
