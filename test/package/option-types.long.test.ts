import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const entries = [
  'src/index.ts',
  'src/webhook/receivers/index.ts',
  'src/webhook/sources/index.ts',
  'src/delivery/index.ts',
  'src/outbox/index.ts',
  'src/workflow.ts',
  'src/workflow/database/index.ts',
  'src/server/index.ts',
  'src/client/index.ts',
  'src/editor/index.ts',
  'src/cli/index.ts',
];

/** What the library itself makes and is given back. */
const notGiven = [
  'src/diagnostics/',
  'src/webhook/diagnostic.ts',
  'src/api/role.ts',
  'src/client/exchange.ts',
  'src/workflow/process/',
  'src/server/request-log.ts',
];

/** The optional properties of all that public functions take, with the place of those that do not accept undefined. */
class OptionalProperties {
  readonly strict = new Set<string>();
  count = 0;
  readonly #checker: ts.TypeChecker;
  readonly #seen = new Set<ts.Type>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** The parameters of a function, and those of the methods of what it returns. */
  addFunction(type: ts.Type, withMethods = true): void {
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      for (const parameter of signature.getParameters()) this.#addType(this.#typeOf(parameter));
      const returned = signature.getReturnType();
      if (!withMethods) continue;
      for (const method of (this.#checker.getAwaitedType(returned) ?? returned).getProperties())
        if (isOurs(method)) this.addFunction(this.#typeOf(method), false);
    }
  }

  #typeOf(symbol: ts.Symbol): ts.Type {
    return this.#checker.getTypeOfSymbol(symbol);
  }

  #addType(type: ts.Type): void {
    if (this.#seen.has(type)) return;
    this.#seen.add(type);
    if (type.isUnionOrIntersection()) for (const each of type.types) this.#addType(each);
    if (this.#checker.isArrayType(type) || this.#checker.isTupleType(type)) {
      for (const each of this.#checker.getTypeArguments(type as ts.TypeReference)) this.#addType(each);
      return;
    }
    // What a given function returns is given too.
    for (const signature of type.getCallSignatures()) this.#addType(signature.getReturnType());
    for (const { type: each } of this.#checker.getIndexInfosOfType(type)) this.#addType(each);
    for (const property of type.getProperties()) {
      if (!isOurs(property)) continue;
      this.#look(property);
      this.#addType(this.#typeOf(property));
    }
  }

  #look(property: ts.Symbol): void {
    const declaration = property.valueDeclaration ?? property.declarations?.[0];
    if (!declaration || !(property.flags & ts.SymbolFlags.Optional)) return;
    this.count++;
    const file = declaration.getSourceFile();
    const name = file.fileName.slice(resolve('.').length + 1);
    const type = this.#typeOf(property);
    // A missing property has a type of its own, which is not that of undefined.
    const accepts = (type.isUnion() ? type.types : [type]).some(
      each =>
        each === this.#checker.getUndefinedType() ||
        each.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any | ts.TypeFlags.Instantiable),
    );
    // Such as the names that a catalogue must not declare.
    const isForbidden =
      ts.isPropertySignature(declaration) && declaration.type?.kind === ts.SyntaxKind.NeverKeyword;
    if (accepts || isForbidden || notGiven.some(start => name.startsWith(start))) return;
    const { line } = file.getLineAndCharacterOfPosition(declaration.getStart());
    this.strict.add(`${name}:${line + 1} ${property.name}`);
  }
}

function isOurs({ valueDeclaration, declarations }: ts.Symbol): boolean {
  const declaration = valueDeclaration ?? declarations?.[0];
  return declaration !== undefined && !declaration.getSourceFile().fileName.includes('node_modules');
}

it('every optional option accepts undefined, also under `exactOptionalPropertyTypes`', () => {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const program = ts.createProgram(entries, { ...options, incremental: false, tsBuildInfoFile: '' });
  const checker = program.getTypeChecker();
  const found = new OptionalProperties(checker);
  for (const entry of entries) {
    const file = program.getSourceFile(entry);
    const module = file && checker.getSymbolAtLocation(file);
    for (const exported of checker.getExportsOfModule(module ?? expect.fail(entry))) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      if (symbol.valueDeclaration) found.addFunction(checker.getTypeOfSymbol(symbol));
    }
  }
  expect([...found.strict]).toEqual([]);
  expect(found.count).toBeGreaterThan(200);
});
