import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { summaries } from '../../webhook/field-summaries.ts';
import { shop } from '../../webhook/payloads/catalogues.ts';
import { postConfig } from '../../webhook/webhook-configs.ts';

function withPayload(
  payload: string,
  contentType: string | undefined = 'text/plain',
): Record<string, unknown> {
  return { ...postConfig, contentType, payload };
}

/** The payload with one fix after another, until there is none. */
function mended(payload: string): string {
  const [fix] = validateWebhook(withPayload(payload)).flatMap(({ fixes }) => fixes);
  return fix ? mended(applyFix(payload, fix)) : payload;
}

describe('a text in a line for InfluxDB', () => {
  it.each([
    [
      'runs,profile=$profile$,event=$event$ errors=$errorCount$i $date; format="epoch-nanoseconds"$',
      'runs,profile=$profile; format="influx-tag"$,event=$event$ errors=$errorCount$i $date; format="epoch-nanoseconds"$',
    ],
    [
      '$profile$,pid=$pid$ value=1\n',
      '$profile; format="influx-tag"$,pid=$pid; format="influx-tag"$ value=1\n',
    ],
    [
      '# runs\nruns note="$profile; null="none"$",$pid$=true',
      '# runs\nruns note="$profile; null="none", format="influx-text"$",$pid; format="influx-tag"$=true',
    ],
    [
      'runs,app=nightly error=$errorMessage; max="80"$,failed=$if(isError)$1$else$0$endif$',
      'runs,app=nightly error="$errorMessage; max="80", format="influx-text"$",failed=$if(isError)$1$else$0$endif$',
    ],
    [
      'runs errors=1i,error=$if(isError)$"$errorMessage; format="one-line"$"$else$"none"$endif$',
      'runs errors=1i,error=$if(isError)$"$errorMessage; format="one-line influx-text"$"$else$"none"$endif$',
    ],
  ])('is escaped by the fix of a warning: %s', (payload, escaped) => {
    const found = summaries(withPayload(payload));
    expect(found.length).toBeGreaterThan(0);
    for (const line of found) expect(line).toMatch(/^influx-unescaped at payload /);
    expect(mended(payload)).toBe(escaped);
    expect(summaries(withPayload(escaped))).toEqual([]);
  });

  it('is found without a content type, too', () => {
    const { contentType: _, ...config } = withPayload('runs,profile=$profile$ errors=1');
    expect(summaries(config)).toEqual(['influx-unescaped at payload [$profile$]']);
  });

  it('is found in the items of a list and in branches', () => {
    const payload =
      '$for(line in lines)$\nlines,sku=$line.sku$$if(line.count > 1)$,title=$line.title$$endif$ count=$line.count$i\n$endfor$';
    const events = Object.fromEntries(shop.names.map(name => [name, true]));
    const config = { ...withPayload(payload), url: 'https://metrics.example.com/write', events };
    const [diagnostic, ...more] = validateWebhook(config, { events: shop });
    const [fix] = diagnostic?.fixes ?? [];
    expect(diagnostic).toMatchObject({ code: 'influx-unescaped', field: 'payload' });
    expect(more).toEqual([]);
    const escaped = fix ? applyFix(payload, fix) : '';
    expect(escaped).toBe(payload.replace(/(sku|title)\$/g, '$1; format="influx-tag"$$'));
    expect(validateWebhook({ ...config, payload: escaped }, { events: shop })).toEqual([]);
  });

  it('needs the format of its place', () => {
    expect(summaries(withPayload('runs,profile=$profile; format="influx-text"$ errors=1'))).toEqual([
      'influx-unescaped at payload [$profile; format="influx-text"$]',
    ]);
    const [diagnostic] = validateWebhook(
      withPayload('runs,profile=$profile; format="influx-text"$ errors=1'),
    );
    expect(diagnostic?.fixes).toEqual([]);
  });

  it('says what to write', () => {
    const messages = validateWebhook(withPayload('runs,profile=$profile$ error=$errorMessage$')).map(
      ({ message }) => message,
    );
    expect(messages).toEqual([
      'This value is written into the line for InfluxDB as it is, so a space, comma or line break in it would begin tags, fields or points of its own: add `format="influx-tag"`.',
      'This value is written into the line for InfluxDB as it is, so a quote or line break in it would begin tags, fields or points of its own: add `format="influx-text"` and put it in double quotes.',
    ]);
  });
});

it.each([
  'Run $profile$ has ended',
  'Backup profile=$profile$',
  'runs,profile=$profile$',
  'runs, profile=$profile$ errors=1',
  'Profile,a=b c=d $profile$',
  'runs,profile=$profile$ errors=1\nand $pid$ more',
  'runs,profile=nightly errors=$errorCount$',
  'a=$profile$&b=$event$',
])('%s holds no such text', payload => {
  expect(summaries(withPayload(payload))).toEqual([]);
});
