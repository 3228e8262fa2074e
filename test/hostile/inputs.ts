import type { OutputName } from '../../src/output/output.ts';
import { listOf, type VariableSchema } from '../../src/template/resolve/variables.ts';

/** A template that should be expensive to check, of about any length. */
export interface HostileTemplate {
  readonly output: OutputName;
  readonly variables?: VariableSchema;
  readonly make: (length: number) => string;
}

/** The piece as often as it fits between the two. */
export function fill(length: number, piece: string, before = '', after = ''): string {
  const times = Math.floor((length - before.length - after.length) / piece.length);
  return before + piece.repeat(Math.max(0, times)) + after;
}

/** One piece for each index, until the length is reached. */
function series(length: number, piece: (index: number) => string, before = '', after = ''): string {
  const pieces = [before];
  let left = length - before.length - after.length;
  for (let index = 0; ; index++) {
    const next = piece(index);
    left -= next.length;
    if (left < 0) return pieces.join('') + after;
    pieces.push(next);
  }
}

function times(count: number, piece: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join('');
}

function booleans(count: number, prefix = 'v'): VariableSchema {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'boolean']));
}

const some: VariableSchema = { profile: 'string', isError: 'boolean', ...booleans(2000) };
const many: VariableSchema = { date: 'date', group: booleans(5000, 'member'), ...booleans(5000, 'variable') };

const lists: VariableSchema = {
  ...some,
  count: 'number',
  words: listOf('string'),
  alerts: listOf({ name: 'string', level: 'number', ...booleans(20), notes: listOf('string') }),
};

/** 256 states that stay apart until they are closed. */
const opened = times(8, i => `$if(v${i})$[$else$ {"a": $endif$`);
const closed = times(8, i => `$if(v${7 - i})$]$else$ }$endif$`);
const elements = times(8, i => `$if(v${i})$<a>$else$<b>$endif$`);
const endTags = times(8, i => `$if(v${7 - i})$</a>$else$</b>$endif$`);
const hosts = `http://${times(8, i => `$if(v${i})$a$else$b$endif$`)}`;

/** Inputs found in trials, and variations of them: each took seconds, or gigabytes, or threw. */
export const hostileTemplates: Readonly<Record<string, HostileTemplate>> = {
  'a path of thousands of names': {
    output: 'json',
    make: length => fill(length, 'a.', '$if(', 'a)$1$else$2$endif$'),
  },
  'thousands of texts in one condition': {
    output: 'text',
    make: length => fill(length, 'profile == "a" || ', '$if(', 'isError)$x$endif$'),
  },
  'thousands of options without commas': {
    output: 'text',
    make: length => fill(length, 'format="upper" ', '$profile; '),
  },
  'placeholders on one line beside an error': {
    output: 'json',
    make: length => fill(length, '{{ foo }}', '{"x":{{ bar }},"t":"', '"}'),
  },
  'blocks on one line beside an error': {
    output: 'json',
    make: length => fill(length, '{{#each foos}}{{ bar }},{{/each}}', '{"a":[', ']}'),
  },
  'a string of a value of thousands of names': {
    output: 'json',
    variables: { data: 'json' },
    make: length => fill(length, '.a', '["$data', '$"]'),
  },
  'a comma after thousands of strings': {
    output: 'json',
    make: length => fill(length, '"$profile$",', '[', ']'),
  },
  'a value of thousands of names': { output: 'json', make: length => fill(length, 'a.', '$', 'a$') },
  'a long name in the condition of many mistakes': {
    output: 'json',
    make: length => fill(length, '$if(isError)$x$endif$', fill(length / 2, 'a', '$if(', ')$[$endif$')),
  },
  'mendable commas before 256 states': {
    output: 'json',
    variables: some,
    make: length => fill(length, '"$profile$,"', `[${times(8, () => ',')}${opened}`),
  },
  'mendable commas before 256 states, later': {
    output: 'json',
    variables: some,
    make: length => fill(length, '"$profile$,"', `[1$if(v9)$,,$endif$,${times(8, () => '2,,')}${opened}`),
  },
  'a mistake in each of many branches': {
    output: 'json',
    variables: some,
    make: length => series(length, i => `$if(v${i % 2000})$,$endif$`, '[1', ']'),
  },
  'lists in one another': {
    output: 'json',
    variables: lists,
    make: length => {
      const depth = Math.floor(length / 40);
      return `[${times(depth, i => `$for(x${i} in words)$[`)}1${times(depth, () => ']$sep$,$endfor$')}]`;
    },
  },
  'lists in one another, and again in their separators': {
    output: 'json',
    variables: lists,
    make: length => {
      const nest = (depth: number): string =>
        depth === 0 ? '1' : `[$for(x${depth} in words)$${nest(depth - 1)}$sep$,${nest(depth - 1)},$endfor$]`;
      return nest(Math.floor(Math.log2(length / 40)));
    },
  },
  'lists of items that open a bracket under twenty conditions': {
    output: 'json',
    variables: lists,
    make: length => {
      const opens = times(20, i => `$if(a.v${i})$[$endif$`);
      const closes = times(20, i => `$if(a.v${19 - i})$]$endif$`);
      return fill(length, `$for(a in alerts)$,${opens}"$a.name$"${closes}$endfor$`, '[0', ']');
    },
  },
  'lists before 256 states': {
    output: 'json',
    variables: lists,
    make: length => fill(length, '$for(w in words)$"$w$",$endfor$', opened, closed),
  },
  'lists of lists with filters of many conditions': {
    output: 'json',
    variables: lists,
    make: length => {
      const filter = times(19, i => `a.v${i} && v${i} || `);
      const list = `$for(a in alerts if ${filter}a.level > 2)$,[0$for(n in a.notes if a.v1 || n == "x")$,1$endfor$]$endfor$`;
      return fill(length, list, '[0', ']');
    },
  },
  'commas that items leave behind': {
    output: 'json',
    variables: lists,
    make: length => fill(length, '[$for(w in words)$"$w$",$endfor$],', '[', '0]'),
  },
  'lists that are never closed': {
    output: 'text',
    variables: lists,
    make: length => fill(length, '$for(w in words)$'),
  },
  'separators in no list': {
    output: 'text',
    variables: lists,
    make: length => fill(length, '$sep$$endfor$'),
  },
  'numbers that one variable is compared with': {
    output: 'json',
    variables: lists,
    make: length => series(length, i => `$if(count > ${i})$,1$endif$`, '[0', ']'),
  },
  'texts that one variable is compared with': {
    output: 'json',
    variables: lists,
    make: length => series(length, i => `$if(profile == "${i}")$[$elseif(profile != "x${i}")$ ]$endif$`),
  },
  'texts of an item': {
    output: 'json',
    variables: lists,
    make: length =>
      series(length, i => `$if(w == "${i}")$0$endif$`, '[$for(w in words)$"', '"$sep$,$endfor$]'),
  },
  '256 states of JSON': {
    output: 'json',
    variables: some,
    make: length => fill(length, 'some text ', `${opened}"`, `"${closed}`),
  },
  '256 states of JSON, one value after the other': {
    output: 'json',
    variables: some,
    make: length => fill(length, '$profile$', `${opened}"`, `"${closed}`),
  },
  '256 states of nested JSON': {
    output: 'json',
    variables: some,
    make: length => fill(length, '[', opened),
  },
  '256 states of XML': {
    output: 'xml',
    variables: some,
    make: length => fill(length, '<c d="e">f</c>', elements, endTags),
  },
  '256 states of nested XML': {
    output: 'xml',
    variables: some,
    make: length => fill(length, '<c d="e">', elements),
  },
  '256 states with a long XML name': {
    output: 'xml',
    variables: some,
    make: length => fill(length, '$!!$c', fill(length / 2, 'c', `${elements}<`)),
  },
  '256 states of a URL': {
    output: 'url',
    variables: some,
    make: length =>
      fill(length, '$if(v0)$$endif$', fill(Math.min(length / 2, 1900), 'h', hosts), '.example/'),
  },
  '256 states before one long condition': {
    output: 'json',
    variables: some,
    make: length => series(length, i => ` && v${i % 2000}`, `${opened}$if(v0`, ')$1$else$2$endif$'),
  },
  'conditions of two thousand variables': {
    output: 'json',
    variables: some,
    make: length =>
      series(length, i => `$if(v${i % 2000} && !v${(i * 7) % 2000} || v${(i * 13) % 2000})$1,$endif$`, '['),
  },
  'many empty conditionals': {
    output: 'json',
    make: length => fill(length, '$if(isError)$$endif$', '"', '"'),
  },
  'a long chain of &&': {
    output: 'text',
    make: length => fill(length, '&&isError', '$if(isError', ')$$endif$'),
  },
  'parentheses in one another': { output: 'text', make: length => fill(length, '(', '$if(') },
  'many conditions with ninety parentheses': {
    output: 'text',
    make: length => fill(length, `$if(${'('.repeat(90)}isError${')'.repeat(90)})$$endif$`),
  },
  'a condition that cannot be read, of one long word': {
    output: 'text',
    make: length => fill(length, 'a', '$if(isError ', ')$$endif$'),
  },
  'exclamation marks': { output: 'text', make: length => fill(length, '!', '$if(', 'isError)$$endif$') },
  'conditionals in one another': { output: 'text', make: length => fill(length, '$if(isError)$') },
  'one unknown time zone, long': {
    output: 'text',
    make: length => fill(length, 'ab/', '$date;timezone="', '"$'),
  },
  'unknown time zones': {
    output: 'text',
    make: length => series(length, i => `$date;timezone="Europe/Berlim${i}"$`),
  },
  'time zones in another case': {
    output: 'text',
    make: length =>
      series(length, i => {
        const bits = Array.from('europe/berlin', (c, bit) => ((i >> bit) & 1 ? c.toUpperCase() : c));
        return `$date;timezone="${bits.join('')}"$`;
      }),
  },
  'unknown names among thousands': {
    output: 'text',
    variables: many,
    make: length => series(length, i => `$variabel${i}$`),
  },
  'unknown conditions among thousands': {
    output: 'text',
    variables: many,
    make: length => series(length, i => `$if(variabel${i})$$endif$`),
  },
  'one unknown name among thousands, again and again': {
    output: 'text',
    variables: many,
    make: length => fill(length, '$xyz$'),
  },
  'a large group, again and again': {
    output: 'text',
    variables: many,
    make: length => fill(length, '$group$'),
  },
  'empty conditions among thousands': {
    output: 'text',
    variables: many,
    make: length => fill(length, '$if()$$endif$'),
  },
  'unknown options': { output: 'text', make: length => series(length, i => `$profile;frmat${i}="x"$`) },
  'unknown formats': { output: 'text', make: length => series(length, i => `$profile;format="uper${i}"$`) },
  'brackets of JSON': { output: 'json', make: length => fill(length, '[') },
  'objects of JSON': { output: 'json', make: length => fill(length, '{"a":') },
  'elements of XML': { output: 'xml', make: length => fill(length, '<a>') },
  'attributes of XML': { output: 'xml', make: length => series(length, i => ` a${i}=""`, '<a', '/>') },
  'attributes of XML before many branches': {
    output: 'xml',
    make: length =>
      series(
        length,
        i => `$elseif(w${i})$ y${i}="<`,
        series(length / 2, i => ` a${i}=""`, '<a', '$if(isError)$ '),
        '$endif$/>',
      ),
  },
  'attributes of XML that end in each of many branches': {
    output: 'xml',
    variables: some,
    make: length =>
      series(
        length,
        i => `$elseif(v${i % 2000})$>`,
        series(length / 2, i => ` a${i}=""`, '<a', '$if(v0)$>'),
        '$endif$</a>',
      ),
  },
  'other attributes of XML in each of many branches': {
    output: 'xml',
    variables: some,
    make: length =>
      series(
        length,
        i => `$elseif(v${i % 2000})$ y${i}=""`,
        series(length / 2, i => ` a${i}=""`, '<a', '$if(v0)$ x=""'),
        '$endif$/>',
      ),
  },
  'prefixes of nested XML': {
    output: 'xml',
    make: length => series(length, i => `<a xmlns:p${i % 60}="x">`),
  },
  '256 states of members of JSON': {
    output: 'json',
    variables: some,
    make: length => series(length, i => `"${i % 255}":1,`, `${opened}{`),
  },
  'values among many members of JSON': {
    output: 'json',
    make: length => fill(length, '"$profile$":1,', `{${times(255, i => `"member${i}":1,`)}`, '"x":1}'),
  },
  'repeated keys of JSON': { output: 'json', make: length => fill(length, '"a":1,', '{', '"b":1}') },
  'placeholders of other languages among mistakes': {
    output: 'text',
    make: length => fill(length, '{profile}$x$'),
  },
  'conditionals of other languages': {
    output: 'json',
    make: length => fill(length, '{% if isError %}{% else %}', '', '{% endif %}'),
  },
  'values inside a hundred conditions': {
    output: 'text',
    make: length => fill(length, '$profile$', '$if(isError)$'.repeat(100), '$endif$'.repeat(100)),
  },
  'conditionals inside a hundred conditions': {
    output: 'json',
    make: length =>
      fill(length, '$if(isError)$$endif$', `"${'$if(isError)$'.repeat(99)}`, `${'$endif$'.repeat(99)}"`),
  },
  'a comma before many branches with mistakes': {
    output: 'json',
    variables: some,
    make: length => series(length, i => `$elseif(v${i % 2000})$,$x$`, '[1,$if(v0)$,1', '$else$,1$endif$,]'),
  },
  'a long XML name before many mistakes': {
    output: 'xml',
    make: length => series(length, i => `$if(w${i})$</b>$endif$`, fill(length / 2, 'a', '<', '>')),
  },
  'typographic quotes in JSON': {
    output: 'json',
    make: length => fill(length, '“a”: “$profile$”,', '{', '}'),
  },
  'typographic quotes in a date pattern': {
    output: 'text',
    make: length => fill(length, '‘x’ ', '$date;format="', '"$'),
  },
  'illegal letters in a date pattern': {
    output: 'text',
    make: length => fill(length, "T '", '$date;format="', '"$'),
  },
  'months and minutes in a date pattern': {
    output: 'text',
    make: length => fill(length, 'hh:MM ', '$date;format="', '"$'),
  },
  'line breaks in a JSON string': { output: 'json', make: length => fill(length, '\n', '"', '"') },
  'one long line of wide characters': { output: 'json', make: length => fill(length, '統$x$', '"', '"') },
  'one long line of emoji with mistakes': { output: 'text', make: length => fill(length, '👩‍👩‍👧‍👦$x$') },
  'lone dollars': { output: 'text', make: length => fill(length, '$ ') },
  'dollars of money': { output: 'text', make: length => fill(length, '5$ and $6 ') },
  'dollars before one blank run': {
    output: 'text',
    make: length => fill(length, '$', fill(length / 2, ' ')),
  },
  'options without an end': { output: 'text', make: length => fill(length, '$a;x="') },
  'options with an odd quote': { output: 'text', make: length => fill(length, '$a;"x"" ') },
  'bare conditions': { output: 'text', make: length => fill(length, 'a ', '$if ') },
  'bare conditions that end': { output: 'text', make: length => fill(length, '$if a && b$') },
  'comments without an end': { output: 'text', make: length => fill(length, '$!') },
  'tags of nothing but junk': { output: 'text', make: length => fill(length, '#', '$a') },
  backslashes: { output: 'text', make: length => fill(length, '\\', '', '$') },
  'backslashes before dollars': { output: 'text', make: length => fill(length, '\\\\$') },
  'comments among blanks': { output: 'text', make: length => fill(length, '   $!!$') },
  'lookalikes of the end': { output: 'text', make: length => fill(length, '$if(isError)$$end$') },
  'conditions that compare': {
    output: 'text',
    make: length => fill(length, ' = = ', '$if(isError', ')$$endif$'),
  },
  'blanks in a condition that compares': {
    output: 'text',
    make: length => fill(length, ' ', '$if(isError', 'x)$$endif$'),
  },
  'an option without quotes': { output: 'text', make: length => fill(length, ' ', '$profile;null=a', 'b$') },
  'an option without quotes, with commas': {
    output: 'text',
    make: length => fill(length, ', a', '$profile;null=a', 'b$'),
  },
  'a literal header with controls': { output: 'header', make: length => fill(length, '\u0001') },
  'a form of values': { output: 'form', make: length => fill(length, '$profile$&') },
  'a URL of dots': { output: 'url', make: length => fill(length, '/../$profile$', 'https://example.com') },
  'a URL of dashes': {
    output: 'url',
    make: length => fill(length, '-', 'https://example.com/value ', '$profile$'),
  },
  'a URL of names for markers': {
    output: 'url',
    make: length => series(length, i => `value${i}-$profile$/../`, 'https://example.com/ /', 'x'),
  },
  'a URL without a scheme': { output: 'url', make: length => fill(length, 'a.') },
  'a URL whose host ends in each of many branches': {
    output: 'url',
    variables: some,
    make: length =>
      series(length, i => `$elseif(v${i % 2000})$/`, `https://${'ä'.repeat(50)}$if(v0)$/`, '$endif$'),
  },
  'doubts about a URL': {
    output: 'url',
    make: length => fill(length, '&amp;a=+1?b=1', 'https://example.com/?', '#$profile$'),
  },
  'doubts about a form': { output: 'form', make: length => fill(length, 'a=+1\n&') },
  'JSON in JSON strings': {
    output: 'json',
    make: length => fill(length, '"{\\"a\\": \\"$profile$\\"}",', '[', '1]'),
  },
  'dates before a Z': { output: 'text', make: length => fill(length, '$date$Z') },
  'values that are encoded twice': {
    output: 'url',
    make: length => fill(length, '$profile;format="url-encode"$', 'https://example.com/'),
  },
  'a URL of a long name and password': {
    output: 'url',
    make: length => fill(length, 'u:p@', 'https://', 'example.com/'),
  },
};

type Config = Readonly<Record<string, unknown>>;

const plain: Config = {
  profile: 'Sales',
  events: { Errored: true, Started: true },
  method: 'POST',
  url: 'https://example.com/hook',
};

/** Configurations that are expensive elsewhere than in a template. */
export const hostileConfigs: Readonly<Record<string, (length: number) => Config>> = {
  'a header name of blanks': length => ({
    ...plain,
    headers: [{ name: `a${fill(length, ' ')}b:`, value: '' }],
  }),
  'a header name of colons': length => ({ ...plain, headers: [{ name: fill(length, ' :'), value: '' }] }),
  'a content type of blanks': length => ({ ...plain, contentType: fill(length, ' ', 'a/b;', 'c') }),
  'a content type of semicolons': length => ({ ...plain, contentType: fill(length, '; ', 'a/b', '"') }),
  'a content type of parameters': length => ({ ...plain, contentType: fill(length, ';a="b"', 'a/b', ' =') }),
  'a content type of quotes': length => ({ ...plain, contentType: fill(length, '\\"', 'a/b;c="') }),
  'a payload of blanks as text': length => ({
    ...plain,
    contentType: 'text/plain',
    payload: fill(length, ' '),
  }),
  'many unknown settings': length => ({
    ...plain,
    ...Object.fromEntries(Array.from({ length: length / 12 }, (_, index) => [`paylod${index}`, 'x'])),
  }),
  'many unknown events': length => ({
    ...plain,
    events: Object.fromEntries(Array.from({ length: length / 12 }, (_, index) => [`Startd${index}`, true])),
  }),
  'a long unknown time zone': length => ({ ...plain, timeZone: fill(length, ' Europe') }),
  'a long unknown method': length => ({ ...plain, method: fill(length, 'POST ') }),
  'a long id': length => ({ ...plain, id: fill(length, ' -') }),
  'a URL of dashes with a value': length => ({
    ...plain,
    url: fill(length, '-', 'https://example.com/ ', '$profile$'),
  }),
  'a hundred headers': length => ({
    ...plain,
    headers: Array.from({ length: 100 }, (_, index) => ({
      name: `x-${index}`,
      value: fill(length / 100, '$prfile$'),
    })),
  }),
};

/** A payload of these is another program for each closed set that `status` can be. */
export const ownTypesPiece =
  '[$for(x in items)$$if(status == "same")$"$x.name$"$else$1$endif$$sep$,$endfor$],';

const prefix = 'notification.webhook.';

/** Flat keys that are expensive to read. */
export const hostileProperties: Readonly<
  Record<string, (length: number) => Readonly<Record<string, string>>>
> = {
  'many unknown keys': length =>
    Object.fromEntries(Array.from({ length: length / 30 }, (_, index) => [`${prefix}paylod${index}`, 'x'])),
  'keys of many parts': length => ({ [fill(length, 'event.')]: 'x', [fill(length, '.')]: 'x' }),
  'many headers': length =>
    Object.fromEntries(Array.from({ length: length / 30 }, (_, index) => [`${prefix}header.x${index}`, 'x'])),
  'many misspelt prefixes': length =>
    Object.fromEntries(
      Array.from({ length: length / 30 }, (_, index) => [`notificatoin.webhok.event${index}.x`, 'x']),
    ),
};
