import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  listOf,
  optional,
  type VariableSchema,
  type VariableType,
} from '../../../src/template/resolve/variables.ts';
import { catalogueFromJson } from '../../../src/webhook/events/catalogue-from-json.ts';
import { createCatalogue } from '../../../src/webhook/events/define-events.ts';
import { schemaOfEvent } from '../../../src/webhook/events/schema-of-event.ts';
import { runs } from '../../properties.ts';

/** The variables of an event with this schema, besides `event` and `date`. */
function variablesOf(schema: unknown, document: object = {}): object {
  const { events } = catalogueFromJson({ ...document, events: { made: { schema } } });
  const [made] = Object.values(events);
  const { event: _, date: __, ...variables } = made?.variables ?? {};
  return variables;
}

/** Those of an event with one fact that has this schema and is required. */
function typeOf(fact: unknown, document: object = {}): unknown {
  const schema = { type: 'object', properties: { fact }, required: ['fact'] };
  return Object.entries(variablesOf(schema, document))[0]?.[1];
}

describe('a schema becomes a type', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', format: 'uri', pattern: '^https' }, 'string'],
    [{ type: 'string', format: 'date-time' }, 'date'],
    [{ format: 'date-time' }, 'date'],
    [{ type: 'number', minimum: 1 }, 'number'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['integer', 'number'] }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ enum: ['card', 'invoice', 'card'] }, ['card', 'invoice']],
    [{ enum: [1, 2] }, 'number'],
    [{ enum: ['a', 1] }, 'json'],
    [{ enum: ['a', null] }, optional(['a'])],
    [{ type: ['string', 'null'] }, optional('string')],
    [{ type: ['string', 'number'] }, 'json'],
    [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, optional('number')],
    [{ allOf: [{ type: 'number' }] }, 'number'],
    [{}, 'json'],
    [true, 'json'],
    [{ type: 'object' }, 'json'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'json'],
    [{ type: 'array' }, listOf('json')],
    [{ items: { type: ['number', 'null'] } }, listOf(optional('number'))],
    [{ items: { properties: { id: { type: 'number' } }, required: ['id'] } }, listOf({ id: 'number' })],
    [
      { properties: { kind: { const: 'x' }, by: { type: 'string' } } },
      { kind: ['x'], by: optional('string') },
    ],
    [{ properties: {}, additionalProperties: false }, {}],
    [{ $ref: '#/$defs/id' }, 'number'],
    [{ $ref: '#/components/schemas/a~1b', description: 'A name.' }, 'string'],
  ])('%j', (schema, type) => {
    const document = {
      $defs: { id: { $ref: '#/$defs/number' }, number: { type: 'integer' } },
      components: { schemas: { 'a/b': { type: 'string' } } },
    };
    expect(typeOf(schema, document)).toEqual(type);
  });

  it('a property that is not required is optional, and a constant is one of the event', () => {
    const { events } = catalogueFromJson({
      schema: { properties: { shop: { type: 'string' }, version: { const: 2 } }, required: ['shop'] },
      events: {
        'order.paid': {
          schema: {
            title: 'An order was paid',
            description: 'Once for each order.',
            properties: {
              date: { format: 'date-time' },
              note: { type: 'string' },
              isError: { const: false },
            },
          },
          sample: { shop: 'Vienna', note: 'thanks' },
        },
        opened: { title: 'Opened', variables: { till: 'number' }, constants: { till: 1 } },
      },
    });
    expect(events['order.paid']).toMatchObject({
      title: 'An order was paid',
      description: 'Once for each order.',
      variables: { shop: 'string', version: 'number', note: optional('string'), isError: 'boolean' },
      constants: { version: 2, isError: false },
    });
    const { 'order.paid': _, ...others } = events;
    expect(Object.values(others)[0]).toMatchObject({
      variables: { till: 'number' },
      constants: { version: 2, till: 1 },
    });
  });
});

describe('what no variable can express is refused, with its place and a way out', () => {
  const nested = (levels: number): object =>
    levels === 0 ? { type: 'string' } : { properties: { a: nested(levels - 1) } };
  const at = 'catalogue.events.made.schema.properties.fact';
  it.each([
    [
      { type: 'strng' },
      `${at}.type: expected "object", "array", "string", "number", "integer" or "boolean"; did you mean "string"?`,
    ],
    [{ type: 'null' }, `${at}.type: expected a type besides null`],
    [{ typ: 'string' }, `${at}.typ: there is no such keyword; did you mean \`type\`?`],
    [{ colour: 'red' }, `${at}.colour: there is no such keyword; call it \`x-…\` if it is your own`],
    [{ not: {} }, `${at}.not: an event cannot be described so; leave it out`],
    [
      { oneOf: [{ type: 'string' }, { type: 'number' }] },
      `${at}.oneOf: has no type of its own; write \`true\``,
    ],
    [{ allOf: [{}, {}] }, `${at}.allOf: has no type of its own; write their properties into one schema`],
    [{ $ref: '#/$defs/none' }, `${at}.$ref: nothing stands there`],
    [{ $ref: 'other.json#/a' }, `${at}.$ref: expected a reference within the file`],
    [{ $ref: '#/$defs/tree' }, 'leads back to itself; write `true`'],
    [{ $ref: '#/$defs/id', type: 'string' }, `${at}.type: write it where \`$ref\` leads`],
    [{ properties: { 'a-b': {} } }, `${at}.properties.a-b: no template can name it`],
    [{ properties: { a: {} }, required: ['other'] }, `${at}.required[0]: there is no such property; add it`],
    [
      { properties: { note: {} }, required: ['noet'] },
      `${at}.required[0]: there is no such property; did you mean \`note\`?`,
    ],
    [
      { properties: { a: {} }, additionalProperties: { type: 'string' } },
      `${at}.additionalProperties: names that nobody knows`,
    ],
    [{ properties: { a: { const: 1 } } }, `${at}.properties.a.const: only a fact of the event itself`],
    [{ enum: [] }, `${at}.enum: expected a list with at least one value`],
    [{ const: null }, `${at}.const: expected another value than null`],
    [nested(25), 'levels deep'],
    ['string', `${at}: expected a JSON Schema: an object, or \`true\` for any JSON`],
  ])('%j', (fact, message) => {
    const document = {
      $defs: { id: { type: 'string' }, tree: { properties: { child: { $ref: '#/$defs/tree' } } } },
    };
    expect(() => typeOf(fact, document)).toThrow(TypeError);
    expect(() => typeOf(fact, document)).toThrow(message);
  });

  it.each([
    [null, 'catalogue: expected an object'],
    [{}, 'catalogue.events: expected an object with a definition for each name of an event'],
    [{ event: {} }, 'catalogue.event: there is no such option; did you mean `events`?'],
    [
      { events: { made: { schem: {} } } },
      'catalogue.events.made.schem: there is no such option; did you mean `schema`?',
    ],
    [
      { events: { made: { schema: { type: 'string' } } } },
      'catalogue.events.made.schema: expected a schema of an object',
    ],
    [
      { events: { made: { schema: { properties: { date: {} } } } } },
      'catalogue.events.made.schema.properties.date: every event has its date',
    ],
    [
      { events: { made: { schema: { properties: { event: {} } } } } },
      'properties.event: every event has this',
    ],
    [
      { events: { made: { schema: { properties: {} }, variables: {} } } },
      'variables: write either this or `schema`',
    ],
    [
      { schema: { properties: { a: {} } }, events: { made: { schema: { properties: { a: {} } } } } },
      'schema.properties.a: every event of the catalogue has this fact',
    ],
    [
      { events: { made: { schema: { properties: { a: { type: 'number' } } }, sample: { a: 'x' } } } },
      'catalogue.events.made.sample.a: expected a number',
    ],
  ])('%j', (value, message) => {
    expect(() => catalogueFromJson(value)).toThrow(TypeError);
    expect(() => catalogueFromJson(value)).toThrow(message);
  });

  it('a schema of more parts than anybody reads, made of a few references', () => {
    const defs = Array.from({ length: 18 }, (_, index) => {
      const next = { $ref: `#/$defs/d${index + 1}` };
      return [`d${index}`, { properties: { a: next, b: next, c: next } }];
    });
    const document = { $defs: { ...Object.fromEntries(defs), d18: { type: 'string' } } };
    expect(() => typeOf({ $ref: '#/$defs/d0' }, document)).toThrow(/levels deep|at most 10000 schemas/);
  });

  it('nothing that is given makes it throw anything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (schema, document) => {
        for (const given of [document, { events: { made: { schema } } }, { schema, events: document }]) {
          try {
            catalogueFromJson(given);
          } catch (error) {
            expect(error).toBeInstanceOf(TypeError);
            expect(error).toMatchObject({ code: 'invalid-argument' });
          }
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

const name = fc.stringMatching(/^[a-z][A-Za-z0-9_]{0,8}$/).filter(each => !keywords.has(each));
const keywords = new Set([
  'event',
  'date',
  'if',
  'else',
  'elseif',
  'endif',
  'for',
  'in',
  'sep',
  'endfor',
  'true',
  'false',
  'null',
]);
const { type: anyType } = fc.letrec<{
  type: VariableType;
  present: Exclude<VariableType, { kind: 'optional' }>;
}>(tie => ({
  type: fc.oneof(tie('present'), tie('present').map(optional)),
  present: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'string' as const,
      'number' as const,
      'boolean' as const,
      'date' as const,
      'json' as const,
    ),
    fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 3 }),
    tie('type').map(of => listOf(of)),
    fc.dictionary(name, tie('type'), { maxKeys: 3 }),
  ),
}));
const variables: fc.Arbitrary<VariableSchema> = fc.dictionary(name, anyType, { maxKeys: 4 });

/** Facts for these types as JSON, some of them wrong. */
function factOf(type: VariableType): fc.Arbitrary<unknown> {
  if (Array.isArray(type))
    return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...type) }, fc.constant('other'));
  if (typeof type === 'string') {
    const right = {
      string: fc.string(),
      number: fc.double({ noNaN: true, noDefaultInfinity: true }),
      boolean: fc.boolean(),
      date: fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
        .map(at => at.toISOString()),
      json: fc.jsonValue(),
    }[type as 'string'];
    // Texts for numbers and numbers for dates are what `create` takes besides.
    const wrong = fc.constantFrom(
      ...(type === 'date' ? [true, [], 'yesterday'] : type === 'number' ? [true, {}, 'x'] : [[], { a: 1 }]),
    );
    return fc.oneof({ weight: 20, arbitrary: right ?? fc.string() }, { weight: 1, arbitrary: wrong });
  }
  const { kind, of } = type as { kind?: unknown; of?: VariableType };
  if (kind === 'optional' && of !== undefined)
    return fc.oneof({ weight: 4, arbitrary: factOf(of) }, fc.constant(null));
  if (kind === 'list' && of !== undefined) return fc.array(factOf(of), { maxLength: 3 });
  return factsOf(type as VariableSchema);
}

function factsOf(schema: VariableSchema): fc.Arbitrary<unknown> {
  const facts = Object.fromEntries(Object.entries(schema).map(([key, type]) => [key, factOf(type)]));
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(facts) },
    { weight: 2, arbitrary: fc.record(facts, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record({ ...facts, notDeclared: fc.boolean() }) },
  );
}

describe('the schema of an event', () => {
  it('is one of its facts, with titles for people', () => {
    const { events } = createCatalogue({
      events: {
        paid: {
          title: 'Paid',
          description: 'Once.',
          variables: { by: optional('string'), at: 'date' },
          constants: { at: new Date(0) },
        },
      },
    });
    const [paid] = Object.values(events);
    expect(paid && schemaOfEvent(paid)).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Paid',
      description: 'Once.',
      type: 'object',
      properties: {
        by: { type: ['string', 'null'] },
        at: { type: 'string', format: 'date-time', const: '1970-01-01T00:00:00.000Z' },
        date: { description: 'When it happened; else now.', type: ['string', 'null'], format: 'date-time' },
      },
      required: [],
      additionalProperties: false,
    });
  });

  it('gives its declarations back, constants too', () => {
    const constant = fc.constantFrom(
      { type: 'string' as const, value: 'x' },
      { type: 'number' as const, value: 1.5 },
      { type: 'boolean' as const, value: false },
      { type: ['a', 'b'], value: 'b' },
      { type: optional('string'), value: 'x' },
      { type: 'json' as const, value: { a: [null] } },
      { type: { by: 'string' as const }, value: { by: 'Ada' } },
      { type: listOf('date'), value: [new Date(0)] },
    );
    fc.assert(
      fc.property(variables, variables, constant, (common, own, { type, value }) => {
        const unshared = Object.fromEntries(
          Object.entries(own).filter(([key]) => !Object.hasOwn(common, key)),
        );
        const declared = createCatalogue({
          variables: common,
          events: {
            one: {
              title: 'One',
              description: 'First.',
              variables: { ...unshared, K: type },
              constants: { K: value },
            },
            two: { title: 'Two' },
          },
        });
        const events = Object.entries(declared.events).map(([key, event]) => [
          key,
          { schema: schemaOfEvent(event) },
        ]);
        const data: unknown = JSON.parse(JSON.stringify({ events: Object.fromEntries(events) }));
        expect(catalogueFromJson(data).events).toEqual(declared.events);
      }),
      { numRuns: runs(200) },
    );
  });

  it('accepts what `create` accepts, and nothing else', () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addFormat('date-time', (text: string) => /^\d{4}-\d\d-\d\dT.*Z$/.test(text));
    let [accepted, refused] = [0, 0];
    const told = variables.chain(schema =>
      fc.tuple(fc.constant(schema), fc.array(factsOf(schema), { minLength: 3, maxLength: 3 })),
    );
    fc.assert(
      fc.property(told, ([schema, all]) => {
        const catalogue = createCatalogue({ events: { made: { title: 'Made', variables: schema } } });
        const [made] = Object.values(catalogue.events);
        const validate = ajv.compile(made ? schemaOfEvent(made) : {});
        for (const given of all) {
          const facts: unknown = JSON.parse(JSON.stringify(given));
          const isValid = validate(facts);
          let isAccepted = true;
          try {
            catalogue.create('made', facts as object);
          } catch {
            isAccepted = false;
          }
          expect({ facts, isValid }).toEqual({ facts, isValid: isAccepted });
          if (isAccepted) accepted++;
          else refused++;
        }
      }),
      { numRuns: runs(200) },
    );
    expect(Math.min(accepted, refused)).toBeGreaterThan(20);
  });
});
