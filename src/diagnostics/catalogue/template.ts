import { error, hint, warning } from './entry.ts';
import { excerpt, quote } from './excerpt.ts';
import { count, list, youCanUse } from './list.ts';

export const templateCodes = {
  'unknown-variable': error<{
    name: string;
    known: readonly string[];
    whole?: string | undefined;
    numbered?: string | undefined;
  }>(({ name, known, whole, numbered }) => {
    if (numbered !== undefined)
      return `There is no ${quote(name)}: ${quote(numbered)} is the place of the item among those of its list, from 1.`;
    if (whole !== undefined)
      return `No part of ${quote(whole)} can be named, as in ${quote(name)}; write ${quote(whole)} alone.`;
    const constant = /^(?:true|false)$/i.test(name) ? ', and a tag cannot have a constant alone' : '';
    return `There is no variable ${quote(name)}${constant}; ${youCanUse(known)}`;
  }),
  'variable-of-others': error<{
    name: string;
    events: readonly string[];
    owners: readonly string[];
    condition: string;
    absence?: 'off' | 'elsewhere' | undefined;
  }>(({ name, events, owners, condition, absence }) => {
    const isOne = owners.length === 1;
    const owned = `${list(owners)} ${isOne ? 'alone has' : 'alone have'} ${quote(name)}`;
    if (absence === 'off')
      return `${owned}, and ${isOne ? 'is not' : 'none of them is'} switched on: switch ${isOne ? 'it' : 'one of them'} on, or remove what needs ${quote(name)}.`;
    if (absence === 'elsewhere')
      return `${owned}, and only ${list(events)} come${events.length === 1 ? 's' : ''} here: write it where ${isOne ? 'that event comes' : 'those events come'}.`;
    return `${owned}, and ${list(events)} come${events.length === 1 ? 's' : ''} here too: ask for the event first, as in \`$if(${condition.length > maxConditionLength ? 'event == "…"' : condition})$…$endif$\`.`;
  }),
  'never-holds': warning<{ events?: readonly string[] | undefined }>(({ events }) =>
    events === undefined
      ? 'This branch is never written, because its condition holds on no path that comes to it.'
      : `This branch is never written: ${events.length === 1 ? `the event that is switched on, ${list(events)}, does not come` : `of the events that are switched on, ${list(events)}, none comes`} to it.`,
  ),
  'item-outside-list': error<{ name: string; item: string }>(
    ({ name, item }) =>
      `${quote(item)} stands for an item only in the body of its \`$for(…)$\`, which \`$sep$\`, \`$else$\` and \`$endfor$\` end: write ${quote(name)} before them.`,
  ),
  'incomplete-name': error<{ name: string; known: readonly string[]; isJson?: boolean }>(
    ({ name, known, isJson }) =>
      `${quote(name)} is a group of variables; choose one of them: ${list(known)}${isJson ? `; or write it whole, as a value of JSON without quotes around it` : ''}.`,
  ),
  'never-missing': error<{ name: string; compared?: string | undefined; negated?: boolean }>(
    ({ name, compared, negated }) => {
      const isPresent = `${quote(name)} is never missing, so`;
      if (compared === undefined)
        return negated
          ? `${isPresent} \`!\` before it would never hold: leave out the condition, and what is written where it holds.`
          : `${isPresent} this condition would always hold: leave it out.`;
      return `${isPresent} ${negated ? '`!` before its name would never hold, not even for 0' : 'its name alone would always hold, also for 0'}: compare it, as in ${quote(compared)}.`;
    },
  ),
  'not-comparable': error<{ name: string; known: readonly string[]; list?: boolean; truth?: boolean }>(
    ({ name, known, list, truth }) => {
      if (truth)
        return `${quote(name)} is true or false, so it cannot be compared: it is asked by its name alone, or with \`!\` before it.`;
      return list
        ? `${quote(name)} is a list: a condition asks by its name alone whether it has items, as in \`$if(${excerpt(name)})$\`, and compares ${quote(`${name}.count`)}.`
        : `${quote(name)} is neither a text nor a number, so it cannot be compared${known.length === 0 ? '.' : `: ${youCanUse(known)}`}`;
    },
  ),
  'wrong-constant': error<{ name: string; needed: 'text' | 'number' }>(({ name, needed }) =>
    needed === 'text'
      ? `${quote(name)} is a text: compare it with a text in double quotes, using \`==\` or \`!=\`.`
      : `${quote(name)} is a number: compare it with a number, without quotes.`,
  ),
  'unknown-constant': error<{ name: string; value: string; known: readonly string[] }>(
    ({ name, value, known }) =>
      `${quote(name)} is never ${value.trim() === '' ? 'blank text' : quote(value) + blanksAround(value)}: ${youCanUse(known)}`,
  ),
  'list-as-value': error<{
    name: string;
    meant?: string | undefined;
    isJson?: boolean;
    counted?: string | undefined;
  }>(({ name, meant, isJson, counted }) =>
    counted !== undefined
      ? `${quote(name)} is a list: ${quote(counted)} is how many items it has.`
      : meant === undefined
        ? `${quote(name)} is a list: write something for each of its items, as in \`$for(item in ${excerpt(name)})$…$sep$, $endfor$\`${isJson ? ', or write it whole, as a value of JSON without quotes around it' : ''}.`
        : `${quote(name)} is a list: write ${quote(meant)} for the item.`,
  ),
  'unknown-list': error<{ name: string; known: readonly string[] }>(
    ({ name, known }) => `There is no list ${quote(name)}: ${lists(known)}`,
  ),
  'not-a-list': error<{
    name: string;
    known: readonly string[];
    listsOf?: readonly string[] | undefined;
    isJson?: boolean;
  }>(({ name, known, listsOf, isJson }) => {
    if (isJson)
      return `${quote(name)} is JSON, which need not be a list, so its items cannot be written one by one: write it whole, as ${quote(`$${name}$`)}, or one item by its index, as in ${quote(`$${name}.0$`)}.`;
    return listsOf === undefined
      ? `${quote(name)} is not a list: ${lists(known)}`
      : `${quote(name)} is not a list, as it is for ${list(listsOf)}: ask for the event first.`;
  }),
  'dotted-key': warning<{ name: string; key: string }>(
    ({ name, key }) =>
      `${quote(name)} leads from part to part, and a key with dots in it, such as ${quote(key)}, is never found in this way: let the application pass its value in a variable of its own.`,
  ),
  'hidden-name': error<{ name: string }>(
    ({ name }) => `${quote(name)} is already the name of something else: give the item another name.`,
  ),
  'number-in-filter': error<{ name: string }>(
    ({ name }) =>
      `${quote(name)} counts the items that are taken, so it cannot decide which ones these are: ask for it in the body of the list.`,
  ),
  'declared-number': warning<{ name: string }>(
    ({ name }) =>
      `${quote(name)} is the part of that name that the items are declared with, not the place of the item in the list.`,
  ),
  'list-unbalanced': error<{ bracket: string; closes: boolean }>(({ bracket, closes }) =>
    closes
      ? `What this list writes for each item closes ${bracket}, which is open only once: close it after \`$endfor$\`.`
      : `${bracket} is opened for each item and stays open: close it in the list, before \`$sep$\` or \`$endfor$\`.`,
  ),
  'unknown-option': error<{ name: string; known: readonly string[] }>(
    ({ name, known }) => `There is no option ${quote(name)}; ${youCanUse(known)}`,
  ),
  'repeated-option': error<{ name: string }>(
    ({ name }) => `The option ${quote(name)} is given twice; keep one of them.`,
  ),
  'timezone-without-date': error<{ name: string }>(
    ({ name }) => `Only a date can have a \`timezone\`, and ${quote(name)} is not a date; remove the option.`,
  ),
  'max-without-text': error<{ name: string }>(
    ({ name }) => `Only text can have a \`max\`, and ${quote(name)} is not text; remove the option.`,
  ),
  'scale-without-number': error<{ name: string }>(
    ({ name }) =>
      `Only a number can have a \`scale\`, and ${quote(name)} is not a number; remove the option.`,
  ),
  'option-on-whole': error<{ name: string; option: string }>(
    ({ name, option }) =>
      `${quote(name)} is written whole, as JSON, and cannot have a ${quote(option)}: remove the option.`,
  ),
  'invalid-scale': error<{ value: string }>(
    ({ value }) =>
      `${quote(value)}${blanksAround(value)} cannot be a \`scale\`; write how many places the decimal point moves, a whole number from \`-400\` to \`400\` such as \`-2\`.`,
  ),
  'invalid-max': error<{ value: string; of: 'text' | 'items' }>(({ value, of }) =>
    of === 'items'
      ? `${quote(value)}${blanksAround(value)} cannot be the \`max\` of a list; write how many items to take at most, a whole number such as \`10\`.`
      : `${quote(value)}${blanksAround(value)} cannot be a \`max\`; write how many characters the text may have at most, a whole number such as \`100\`.`,
  ),
  'unknown-format': error<{ format: string; known: readonly string[] }>(
    ({ format, known }) => `There is no format ${quote(format)}; ${youCanUse(known)}`,
  ),
  'renamed-variable': hint<{ name: string; meant: string }>(
    ({ name, meant }) =>
      `${quote(name)} is the former name of ${quote(meant)}: write the new one, before the application gives up the old one.`,
  ),
  'empty-optional': hint<{ name: string; inCondition: boolean }>(({ name, inCondition }) =>
    inCondition
      ? `${quote(name)} may be missing, and an empty text is sent then: write the quotes in the condition, and \`$else$null\`.`
      : `${quote(name)} may be missing, and an empty text is sent then: ask for it, as in ${quote(`$if(${name})$`)}, or say with \`null\` what to write.`,
  ),
  'perhaps-refused': hint<{ name: string; texts: readonly string[] }>(
    ({ name, texts }) =>
      `If ${quote(name)} is ${texts.map(quote).join(' or ')}, this message fails, because it would lead to another path: write text right before or after the tag, or send the value as a query parameter.`,
  ),
  'foreign-placeholder': warning<{
    written: string;
    /** The same in this language, or the closest to it. */
    meant?: string;
    /** Whether what it does with the value has no counterpart. */
    isPart?: boolean;
    /** Whether it is a condition that looks for a part of a value. */
    isSearch?: boolean;
    breaks?: boolean;
    /** The name in it that no variable has. */
    unknown?: string;
    known?: readonly string[];
  }>(({ written, meant, isPart, isSearch, breaks, unknown, known = [] }) => {
    const is = `${quote(written)} is a placeholder of another language${breaks ? '' : ' and is sent as it stands'}`;
    if (unknown !== undefined)
      return `${is}, and there is no variable ${quote(unknown)}; ${youCanUse(known)}`;
    if (isSearch)
      return `${is}: conditions here compare whole values and find no part of one, so compute it, and pass it as a boolean.`;
    if (meant === undefined) return `${is}: it has no counterpart here, so remove it.`;
    return isPart
      ? `${is}: it has no counterpart here, and ${quote(meant)} writes the value as it is.`
      : `${is}: write ${quote(meant)}.`;
  }),
  'double-encoding': warning<{ format: string }>(
    ({ format }) =>
      `Values are encoded for this place anyway, and with ${quote(format)} they are encoded twice: remove the option.`,
  ),
  'html-code': warning(
    () =>
      'This value stands in a script, a style or a tag of the HTML, or begins an address there, where `xml-encode` cannot keep it from becoming code: write it in the text, in a quoted attribute such as `title="…"`, or after `https://…` in an address.',
  ),
  'nested-syntax': warning<{
    readonly inner: 'JSON' | 'GraphQL' | 'XML' | 'URL';
    readonly outer: string;
    readonly format: 'json-encode' | 'xml-encode' | 'url-encode';
  }>(({ inner, outer, format }) => {
    const way =
      inner === 'GraphQL'
        ? 'declare a variable in the query, and write the value into `variables`'
        : `add \`format="${format}"\`${inner === 'JSON' ? ' and put it in double quotes' : ''}`;
    return `This value is escaped only for its place ${outer}, not for the ${inner} inside it, which it can break: ${way}.`;
  }),
  'windows-path': warning<{ readonly path: string; readonly letter: string }>(
    ({ path, letter }) =>
      `This looks like the path ${quote(path)}, but in JSON \`\\${letter}\` is ${escapes[letter] ?? 'another character'}: write \`\\\\\` for each backslash.`,
  ),
  'influx-unescaped': warning<{ readonly format: 'influx-tag' | 'influx-text'; readonly isQuoted: boolean }>(
    ({ format, isQuoted }) =>
      `This value is written into the line for InfluxDB as it is, so a ${
        format === 'influx-tag' ? 'space, comma' : 'quote'
      } or line break in it would begin tags, fields or points of its own: add \`format="${format}"\`${isQuoted ? '' : ' and put it in double quotes'}.`,
  ),
  'two-places': error<{ first: string; second: string }>(
    ({ first, second }) =>
      `This value ends up in two different places, ${first} and ${second}; write it once in each branch instead.`,
  ),
  'more-mistakes': warning<{ errors: number; warnings: number }>(
    ({ errors, warnings }) =>
      `From here on, ${[more(errors, 'error'), more(warnings, 'warning')].filter(Boolean).join(' and ')} ${errors + warnings === 1 ? 'is' : 'are'} not listed: mend what stands before first.`,
  ),
  'too-many-paths': error<{
    most: number | undefined;
    compared?: { name: string; constants: number } | undefined;
    /** Whether there is neither a condition nor a list. */
    isPlain?: boolean;
  }>(({ most, compared, isPlain }) => {
    if (isPlain)
      return 'Too many events come to values that only others of them have: ask for the event first, as in `$if(event == "…")$…$endif$`, or switch on fewer events.';
    if (most === undefined && compared)
      return `${quote(compared.name)} is compared with ${compared.constants} different constants, which are too many to check: let the application choose among so many, and pass the result in a variable.`;
    return `Up to here, the conditions ${
      most === undefined
        ? 'depend on one another in too many ways to check; simplify them, or'
        : `can leave the output in too many different states to check (more than ${most});`
    } close what each of them opens before the next one begins.`;
  }),
};

const maxConditionLength = 80;

const escapes: Readonly<Record<string, string>> = {
  b: 'a backspace',
  f: 'a form feed',
  n: 'a line break',
  r: 'a carriage return',
  t: 'a tab',
};

function more(number: number, noun: string): string {
  return number === 0 ? '' : count(number, `more ${noun}`);
}

/** Names blanks around a text, which quoting does not show. */
function blanksAround(value: string): string {
  const isBefore = value !== value.trimStart();
  const isAfter = value !== value.trimEnd();
  if (!isBefore && !isAfter) return '';
  return ` with a blank ${isBefore && isAfter ? 'before and after' : isBefore ? 'before' : 'after'} it`;
}

function lists(known: readonly string[]): string {
  return known.length === 0 ? 'this template has no lists.' : youCanUse(known);
}
