import { expect, it } from 'vitest';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { previewWebhook } from '../../../src/webhook/preview/preview.ts';

const events = defineEvents({
  variables: { custom: 'json', rows: listOf('json') },
  events: { sold: { title: 'Sold', sample: { custom: { region: 'eu' }, rows: [{ id: 1 }] } } },
});

function preview(payload: string) {
  return previewWebhook(
    {
      profile: 'p',
      events: { sold: true },
      method: 'POST',
      url: 'https://h.example/',
      contentType: 'application/json',
      payload,
    },
    { events },
  );
}

it.each([
  '["$if(custom.region == "us")$a$elseif(custom.region)$b$else$c$endif$"]',
  '["$if(custom.items.0.total > 100)$a$else$b$endif$"]',
  '["$for(row in rows)$$if(row.kind == "x")$a$else$b$endif$$endfor$"]',
  '["$if(custom)$a$else$b$endif$$if(custom.a)$c$else$d$endif$"]',
])('shows both sides of conditions on parts of JSON: %s', payload => {
  const { coverage } = preview(payload);
  const left = payload.includes('$if(custom)$') ? ['else'] : [];
  expect(coverage.unvisited.map(({ kind }) => kind)).toEqual(left);
});

it('does not go down into a part that is named far below', () => {
  const { events: shown } = preview(`["$if(custom${'.a'.repeat(20_000)} == "x")$a$else$b$endif$"]`);
  expect(shown).toMatchObject([{ kind: 'request' }]);
});
