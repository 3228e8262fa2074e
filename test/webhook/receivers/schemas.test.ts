import { expect, it } from 'vitest';
import { choice, flag, integer, list, object, text } from '../../../src/webhook/receivers/schemas.ts';

it('a part of a schema says its limits in words', () => {
  expect(text('The title', { min: 1, max: 4096, syntax: 'html' })).toEqual({
    ...{ type: 'string', minLength: 1, maxLength: 4096, 'x-syntax': 'html' },
    description: 'The title, in at most 4,096 characters.',
  });
  expect(text('Where it leads.')).toEqual({ type: 'string', description: 'Where it leads.' });
  expect(text('A tag of at most {max} characters.', { max: 50 })).toMatchObject({
    description: 'A tag of at most 50 characters.',
  });
  expect(choice('What happens', ['trigger', 'acknowledge', 'resolve'])).toEqual({
    enum: ['trigger', 'acknowledge', 'resolve'],
    description: 'What happens: trigger, acknowledge or resolve.',
  });
  expect(integer('How urgent it is', { min: 1, max: 5 })).toEqual({
    ...{ type: 'integer', minimum: 1, maximum: 5, description: 'How urgent it is, at most five.' },
  });
  expect(list('At most {max} cards.', object({ isBig: flag('Its size.') }), { min: 1, max: 10 })).toEqual({
    ...{ type: 'array', minItems: 1, maxItems: 10, description: 'At most ten cards.' },
    items: { type: 'object', properties: { isBig: { type: 'boolean', description: 'Its size.' } } },
  });
});
