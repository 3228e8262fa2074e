import { describe, expect, it } from 'vitest';
import {
  CodeActionRequest,
  CodeActionTriggerKind,
  DefinitionRequest,
  DocumentFormattingRequest,
  DocumentHighlightRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  type SelectionRange,
  SelectionRangeRequest,
  SemanticTokensRequest,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { directoryWith } from '../run-hookplate.ts';
import { type Editor, type OpenFile, startEditor } from './editor.ts';
import { templateFiles } from './template-files.ts';

/** A catalogue whose events have lists in lists. */
const orders = JSON.stringify({
  variables: { rows: [{ name: 'string', tags: [{ name: 'string' }] }], total: 'number' },
  events: { Errored: { title: 'Errored' } },
});

const payload = `{
  "rows": [
    $for(row in rows if row.name != "")$
    {
      "name": "$row.name$",
      "tags": [$for(tag in row.tags)$"$tag.name$ of $row.name$"$sep$, $endfor$]
    }
    $sep$,
    $else$
    "none"
    $endfor$
  ],
  $! the sum
     of all !$
  "total": $if(total > 9)$"many"$elseif(total > 1)$"some"$else$$total$$endif$
}`;

async function open(name: string, text: string): Promise<{ editor: Editor; file: OpenFile }> {
  const directory = directoryWith({ 'orders.json': orders });
  const editor = await startEditor({ directory, initializationOptions: { catalogue: 'orders.json' } });
  return { editor, file: await editor.open(name, text) };
}

/** Parameters about the place of a text, or so many characters after it. */
function at({ uri, document }: OpenFile, text: string, after = 0) {
  const offset = document.getText().indexOf(text);
  expect(offset).toBeGreaterThanOrEqual(0);
  return { textDocument: { uri }, position: document.positionAt(offset + after) };
}

/** The text of a file after edits. */
function edited({ document }: OpenFile, edits: readonly TextEdit[]): string {
  return TextDocument.applyEdits(document, [...edits]);
}

function editsOf(edit: WorkspaceEdit | null, { uri }: OpenFile): readonly TextEdit[] {
  return edit?.changes?.[uri] ?? [];
}

interface Outline {
  readonly [name: string]: Outline;
}

function outlineOf(symbols: readonly DocumentSymbol[]): Outline {
  return Object.fromEntries(symbols.map(({ name, children = [] }) => [name, outlineOf(children)]));
}

const blocks = {
  'for(row in rows if row.name != "")': { 'for(tag in row.tags)': {} },
  'if(total > 9)': {},
};

describe.each(Object.entries(templateFiles(payload)))('%s', (name, text) => {
  it('has an outline of its templates, with their conditionals and lists', async () => {
    const { editor, file } = await open(name, text);
    const symbols = await editor.connection.sendRequest(DocumentSymbolRequest.type, { textDocument: file });
    const outline = outlineOf((symbols ?? []) as readonly DocumentSymbol[]);
    if (name.endsWith('.hookplate')) expect(outline).toEqual(blocks);
    else expect(Object.values(outline).at(-1)).toEqual(blocks);
  });

  it('shows which tags belong together, and where a name is used', async () => {
    const { editor, file } = await open(name, text);
    const highlights = async (place: string, after: number) => {
      const params = at(file, place, after);
      const found = await editor.connection.sendRequest(DocumentHighlightRequest.type, params);
      return (found ?? []).map(({ range }) => file.slice(range).replaceAll('\\"', '"'));
    };
    expect(await highlights('$else$$total', 3)).toEqual([
      ...['$if(total > 9)$', '$elseif(total > 1)$', '$else$', '$endif$'],
    ]);
    expect(await highlights('(row in', 0)).toEqual([
      ...['$for(row in rows if row.name != "")$', '$sep$', '$else$', '$endfor$'],
    ]);
    expect(await highlights('tag.name', 1)).toEqual(['tag', 'tag']);
    expect(await highlights('total > 1', 1)).toEqual(['total', 'total', 'total']);
    expect(await highlights('many', 1)).toEqual([]);
  });

  it('goes from the item of a list to where it is declared, and gives it another name', async () => {
    const { editor, file } = await open(name, text);
    const { connection } = editor;
    const use = at(file, 'row.tags', 1);
    const definition = await connection.sendRequest(DefinitionRequest.type, use);
    const { start } = at(file, 'row in').position ? { start: at(file, 'row in').position } : {};
    expect(definition).toMatchObject({ uri: file.uri, range: { start } });
    const references = { ...use, context: { includeDeclaration: true } };
    const found = await connection.sendRequest(ReferencesRequest.type, references);
    expect(found?.map(({ range }) => file.slice(range))).toEqual(['row', 'row', 'row', 'row', 'row']);
    const prepared = await connection.sendRequest(PrepareRenameRequest.type, use);
    expect(prepared).toMatchObject({ placeholder: 'row' });
    const edit = await connection.sendRequest(RenameRequest.type, { ...use, newName: 'line' });
    expect(edited(file, editsOf(edit, file))).toBe(text.replace(/\brow\b/g, 'line'));
  });

  it('says why a name cannot be given', async () => {
    const { editor, file } = await open(name, text);
    const rename = (newName: string, place = 'row.tags') =>
      editor.connection.sendRequest(RenameRequest.type, { ...at(file, place, 1), newName });
    await expect(rename('a b')).rejects.toThrow('`a b` is no name');
    await expect(rename('total')).rejects.toThrow('`total` is the name of something else here.');
    await expect(rename('tag')).rejects.toThrow('`tag` is the name of something else here.');
    expect(await rename('sum', 'total > 9')).toBeNull();
    expect(
      await editor.connection.sendRequest(PrepareRenameRequest.type, at(file, 'total > 9', 1)),
    ).toBeNull();
  });
});

it('folds conditionals, lists and comments, and the brackets of a bare template', async () => {
  const { editor, file } = await open('a.json.hookplate', payload);
  const folds = await editor.connection.sendRequest(FoldingRangeRequest.type, { textDocument: file });
  const lines = payload.split('\n');
  const shown = (folds ?? []).map(({ startLine, endLine }) => [
    lines[startLine]?.trim(),
    lines[endLine]?.trim(),
  ]);
  expect(shown).toEqual(
    expect.arrayContaining([
      ['$for(row in rows if row.name != "")$', '}'],
      ['$else$', '"none"'],
      ['$! the sum', 'of all !$'],
      ['{', '"tags": [$for(tag in row.tags)$"$tag.name$ of $row.name$"$sep$, $endfor$]'],
      ['"rows": [', '$endfor$'],
    ]),
  );
  expect(shown).toHaveLength(6);
});

it('selects more and more around a name', async () => {
  const { editor, file } = await open('a.json.hookplate', '{"a": "$if(total > 1)$$total$ x$endif$"}');
  const { position } = at(file, '$total$', 2);
  const params = { textDocument: file, positions: [position] };
  const [found] = (await editor.connection.sendRequest(SelectionRangeRequest.type, params)) ?? [];
  const selected: string[] = [];
  for (let range: SelectionRange | undefined = found; range; range = range.parent)
    selected.push(file.slice(range.range));
  expect(selected).toEqual([
    ...['total', '$total$', '$total$ x', '$if(total > 1)$$total$ x$endif$'],
    '{"a": "$if(total > 1)$$total$ x$endif$"}',
  ]);
});

it('does not take the item of one list for that of another', async () => {
  const text = '$for(x in rows)$$x.name$$for(x in x.tags)$$x.name$$endfor$$sep$$x$$endfor$';
  const { editor, file } = await open('a.hookplate', text);
  const renamed = async (offset: number) => {
    const params = { textDocument: file, position: file.document.positionAt(offset), newName: 'y' };
    return edited(file, editsOf(await editor.connection.sendRequest(RenameRequest.type, params), file));
  };
  const outer = '$for(y in rows)$$y.name$$for(x in y.tags)$$x.name$$endfor$$sep$$x$$endfor$';
  expect(await renamed(text.indexOf('x in rows'))).toBe(outer);
  expect(await renamed(text.indexOf('x.tags'))).toBe(outer);
  expect(await renamed(text.lastIndexOf('$x.name$') + 1)).toBe(
    '$for(x in rows)$$x.name$$for(y in x.tags)$$y.name$$endfor$$sep$$x$$endfor$',
  );
});

it('the outline and the colours have a template once that YAML repeats', async () => {
  const text = `- &base
  profile: First
  events: {Errored: true}
  method: POST
  url: https://example.com/$pid$
- <<: *base
  profile: Second
`;
  const { editor, file } = await open('merged.yaml', text);
  const textDocument = { uri: file.uri };
  const symbols = await editor.connection.sendRequest(DocumentSymbolRequest.type, { textDocument });
  expect(symbols).toMatchObject([
    { name: 'First', children: [{ name: 'url' }] },
    { name: 'Second', children: [] },
  ]);
  const tokens = await editor.connection.sendRequest(SemanticTokensRequest.type, { textDocument });
  const lines = tokens?.data.filter((_, index) => index % 5 === 0) ?? [];
  const columns = tokens?.data.filter((_, index) => index % 5 === 1) ?? [];
  expect(columns.every((column, index) => column > 0 || (lines[index] ?? 0) > 0)).toBe(true);
});

describe('what lays out a template', () => {
  const untidy = '{\n"a":   "$total$",\n"b": [\n1,2,3]}';
  const options = { tabSize: 4, insertSpaces: true };

  it('formats a bare template', async () => {
    const { editor, file } = await open('a.json.hookplate', untidy);
    const params = { textDocument: file, options };
    const edits = await editor.connection.sendRequest(DocumentFormattingRequest.type, params);
    expect(edited(file, edits ?? [])).toBe(
      '{\n    "a": "$total$",\n    "b": [\n        1,\n        2,\n        3\n    ]\n}',
    );
  });

  it.each([
    [-1, ''],
    [1e9, ' '.repeat(16)],
  ])('indents by no more than it can, where an editor asks for %s', async (tabSize, indent) => {
    const { editor, file } = await open('a.json.hookplate', '{\n"a": 1}');
    const params = { textDocument: file, options: { tabSize, insertSpaces: true } };
    const edits = await editor.connection.sendRequest(DocumentFormattingRequest.type, params);
    expect(edited(file, edits ?? [])).toBe(`{\n${indent}"a": 1\n}`);
  });

  it('leaves other files to their own formatters, and offers it as an action', async () => {
    const files = templateFiles(untidy);
    for (const name of ['chat.json', 'chat.yaml']) {
      const text = files[name] ?? '';
      const { editor, file } = await open(name, text);
      const params = { textDocument: file, options };
      expect(await editor.connection.sendRequest(DocumentFormattingRequest.type, params)).toBeNull();
      const { position } = at(file, 'total', 0);
      const actions = await editor.connection.sendRequest(CodeActionRequest.type, {
        textDocument: file,
        range: { start: position, end: position },
        context: { diagnostics: [], only: ['refactor.rewrite'], triggerKind: CodeActionTriggerKind.Invoked },
      });
      const [action] = actions ?? [];
      expect(action).toMatchObject({ title: 'Lay out this template', kind: 'refactor.rewrite.hookplate' });
      const edit = action && 'edit' in action ? (action.edit ?? null) : null;
      const tidy = '{\n  "a": "$total$",\n  "b": [\n    1,\n    2,\n    3\n  ]\n}';
      expect(edited(file, editsOf(edit, file))).toBe(templateFiles(tidy)[name]);
    }
  });

  it('leaves alone what writes something else', async () => {
    const { editor, file } = await open('a.text.hookplate', untidy);
    const params = { textDocument: file, options };
    expect(await editor.connection.sendRequest(DocumentFormattingRequest.type, params)).toEqual([]);
  });
});
