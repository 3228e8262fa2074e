import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../../src/diagnostics/fixes/apply-fix.ts';
import type { JsonSchema } from '../../../../src/output/json/schema/schema.ts';
import { validateTemplate } from '../../../../src/template/template.ts';
import { whether } from './judge.ts';
import { variables } from './variables.ts';

/** Of each template, what is said under the schema: the code, the part that it is about, and the message; and what belongs to it and mends it. */
type Said = readonly [schema: JsonSchema, templates: Readonly<Record<string, readonly string[]>>];

const said: Readonly<Record<string, readonly Said[]>> = {
  types: [
    [
      { type: 'object' },
      {
        $title$: [
          'schema-type «$title$» The schema expects an object in `{` and `}` here, but found a text of any length.',
        ],
        '$title; max="3"$': [
          'schema-type «$title; max="3"$» The schema expects an object in `{` and `}` here, but found a text of up to 3 characters.',
        ],
        '$title; max="1"$': [
          'schema-type «$title; max="1"$» The schema expects an object in `{` and `}` here, but found a text of up to one character.',
        ],
        '"ab"': ['schema-type «"ab"» The schema expects an object in `{` and `}` here, but found `"ab"`.'],
        '"$title$"': [
          'schema-type «"$title$"» The schema expects an object in `{` and `}` here, but found a text of any length.',
        ],
        '"a$title; max="3"$"': [
          'schema-type «"a$title; max="3"$"» The schema expects an object in `{` and `}` here, but found a text of up to 4 characters.',
        ],
        $count$: [
          'schema-type «$count$» The schema expects an object in `{` and `}` here, but found a number.',
        ],
        '$count; format="0"$': [
          'schema-type «$count; format="0"$» The schema expects an object in `{` and `}` here, but found a whole number.',
        ],
        '1': ['schema-type «1» The schema expects an object in `{` and `}` here, but found `1`.'],
        true: ['schema-type «true» The schema expects an object in `{` and `}` here, but found `true`.'],
        null: ['schema-type «null» The schema expects an object in `{` and `}` here, but found `null`.'],
        $isError$: [
          'schema-type «$isError$» The schema expects an object in `{` and `}` here, but found `true`.',
          'schema-type «$isError$» The schema expects an object in `{` and `}` here, but found `false`.',
        ],
        $links$: [
          'schema-type «$links$» The schema expects an object in `{` and `}` here, but found a list.',
        ],
        '[1]': ['schema-type «[1]» The schema expects an object in `{` and `}` here, but found a list.'],
        $any$: [
          'schema-unproved «$any$» The schema may refuse what is written here: it expects an object in `{` and `}`, but this may be a value that may be anything.',
        ],
        $level$: [
          'schema-type «$level$» The schema expects an object in `{` and `}` here, but found `"high"`.',
          'schema-type «$level$» The schema expects an object in `{` and `}` here, but found `"low"`.',
        ],
      },
    ],
    [
      { type: 'array' },
      {
        '{}': [
          'schema-type «{}» The schema expects a list in `[` and `]` here, but found an object.',
          'Put it in a list: [{}]',
        ],
        $place$: [
          'schema-type «$place$» The schema expects a list in `[` and `]` here, but found an object.',
        ],
        $links$: [],
      },
    ],
    [
      { type: ['null', 'boolean'] },
      {
        '"a"': ['schema-type «"a"» The schema expects `null` or `true` or `false` here, but found `"a"`.'],
        $isError$: [],
        '[]': ['schema-type «[]» The schema expects `null` or `true` or `false` here, but found a list.'],
      },
    ],
    [
      { type: ['number', 'string'] },
      {
        null: ['schema-type «null» The schema expects a number or text in quotes here, but found `null`.'],
        '{}': ['schema-type «{}» The schema expects a number or text in quotes here, but found an object.'],
        $count$: [],
        $links$: [
          'schema-type «$links$» The schema expects a number or text in quotes here, but found a list.',
        ],
      },
    ],
    [
      { type: 'integer' },
      {
        '"1"': [
          'schema-type «"1"» The schema expects a whole number here, but found `"1"`.',
          'Remove the quotes: 1',
        ],
        $count$: [
          'schema-unproved «$count$» The schema may refuse what is written here: it expects a whole number, but this may be a number.',
          'Write it without a fraction: $count; format="0"$',
        ],
        '1.5': ['schema-type «1.5» The schema expects a whole number here, but found `1.5`.'],
        null: ['schema-type «null» The schema expects a whole number here, but found `null`.'],
      },
    ],
    [
      { type: ['string', 'array'] },
      {
        $links$: [],
        '1': [
          'schema-type «1» The schema expects text in quotes or a list in `[` and `]` here, but found `1`.',
          'Put it in quotes: "1"',
        ],
        true: [
          'schema-type «true» The schema expects text in quotes or a list in `[` and `]` here, but found `true`.',
          'Put it in quotes: "true"',
        ],
      },
    ],
    [
      false,
      {
        '1': ['schema-value «1» The schema expects no value here, but found `1`.'],
        '[1]': ['schema-value «[1]» The schema expects no value here, but found a list.'],
        '{}': ['schema-value «{}» The schema expects no value here, but found an object.'],
        '"a"': ['schema-value «"a"» The schema expects no value here, but found `"a"`.'],
        $any$: [
          'schema-value «$any$» The schema expects no value here, but found a value that may be anything.',
        ],
      },
    ],
  ],
  constants: [
    [
      { enum: ['high', 'low'] },
      {
        '"hgih"': [
          'schema-value «"hgih"» The schema expects one of `"high"`, `"low"` here, but found `"hgih"`.',
          'Did you mean `high`?: "high"',
        ],
        '"zzz"': [
          'schema-value «"zzz"» The schema expects one of `"high"`, `"low"` here, but found `"zzz"`.',
        ],
        '3': ['schema-value «3» The schema expects one of `"high"`, `"low"` here, but found `3`.'],
        true: ['schema-value «true» The schema expects one of `"high"`, `"low"` here, but found `true`.'],
        $title$: [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects one of `"high"`, `"low"`, but this may be a text of any length.',
        ],
        '$title; max="2"$': [
          'schema-value «$title; max="2"$» The schema expects one of `"high"`, `"low"` here, but found a text of up to 2 characters.',
        ],
        '"a$title; max="2"$"': [
          'schema-unproved «"a$title; max="2"$"» The schema may refuse what is written here: it expects one of `"high"`, `"low"`, but this may be a text of up to 3 characters.',
        ],
        '"ab$title; max="1"$"': [
          'schema-unproved «"ab$title; max="1"$"» The schema may refuse what is written here: it expects one of `"high"`, `"low"`, but this may be a text of up to 3 characters.',
        ],
        '"abcd$title; max="1"$"': [
          'schema-unproved «"abcd$title; max="1"$"» The schema may refuse what is written here: it expects one of `"high"`, `"low"`, but this may be a text of up to 5 characters.',
        ],
        $any$: [
          'schema-unproved «$any$» The schema may refuse what is written here: it expects one of `"high"`, `"low"`, but this may be a value that may be anything.',
        ],
        $count$: [
          'schema-value «$count$» The schema expects one of `"high"`, `"low"` here, but found a number.',
        ],
        '[]': ['schema-value «[]» The schema expects one of `"high"`, `"low"` here, but found a list.'],
        '{}': ['schema-value «{}» The schema expects one of `"high"`, `"low"` here, but found an object.'],
        $isError$: [
          'schema-value «$isError$» The schema expects one of `"high"`, `"low"` here, but found `true`.',
          'schema-value «$isError$» The schema expects one of `"high"`, `"low"` here, but found `false`.',
        ],
      },
    ],
    [
      { const: 'only' },
      {
        '"else"': [
          'schema-value «"else"» The schema expects `"only"` here, but found `"else"`.',
          'Did you mean `only`?: "only"',
        ],
        '"onyl"': [
          'schema-value «"onyl"» The schema expects `"only"` here, but found `"onyl"`.',
          'Did you mean `only`?: "only"',
        ],
        '1': ['schema-value «1» The schema expects `"only"` here, but found `1`.'],
        $any$: [
          'schema-unproved «$any$» The schema may refuse what is written here: it expects `"only"`, but this may be a value that may be anything.',
        ],
      },
    ],
    [
      { enum: [1, 5] },
      {
        $count$: [
          'schema-unproved «$count$» The schema may refuse what is written here: it expects one of `1`, `5`, but this may be a number.',
        ],
        '3': ['schema-value «3» The schema expects one of `1`, `5` here, but found `3`.'],
        '$if(count > 5)$$count$$else$1$endif$': [
          'schema-value «$count$» The schema expects one of `1`, `5` here, but found a number when `count` is more than 5.',
        ],
        '$if(count >= 5)$$count$$else$1$endif$': [
          'schema-value «$count$» The schema expects one of `1`, `5` here, but found a number when `count` is more than 5.',
        ],
        '$if(count < 1)$$count$$else$1$endif$': [
          'schema-value «$count$» The schema expects one of `1`, `5` here, but found a number when `count` is less than 1.',
        ],
        '$if(count <= 1)$$count$$else$1$endif$': [
          'schema-value «$count$» The schema expects one of `1`, `5` here, but found a number when `count` is less than 1.',
        ],
        '"$title$"': [
          'schema-value «"$title$"» The schema expects one of `1`, `5` here, but found a text of any length.',
        ],
        '"1"': [
          'schema-value «"1"» The schema expects one of `1`, `5` here, but found `"1"`.',
          'Remove the quotes: 1',
        ],
      },
    ],
    [
      { enum: [true, null] },
      {
        $isError$: [
          'schema-value «$isError$» The schema expects one of `true`, `null` here, but found `false`.',
        ],
        false: ['schema-value «false» The schema expects one of `true`, `null` here, but found `false`.'],
        null: [],
        '1': ['schema-value «1» The schema expects one of `true`, `null` here, but found `1`.'],
        $count$: [
          'schema-value «$count$» The schema expects one of `true`, `null` here, but found a number.',
        ],
        $title$: [
          'schema-value «$title$» The schema expects one of `true`, `null` here, but found a text of any length.',
        ],
      },
    ],
    [
      { anyOf: [{ const: 'x' }, { const: 'y' }] },
      {
        '"z"': [
          'schema-value «"z"» The schema expects `"x"` or `"y"` here, but found `"z"`.',
          'Did you mean `x`?: "x"',
          'Did you mean `y`?: "y"',
        ],
        $title$: [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects `"x"`, but this may be a text of any length.',
        ],
        '1': ['schema-value «1» The schema expects `"x"` or `"y"` here, but found `1`.'],
      },
    ],
    [
      { enum: ['warning', 'info', 'error', 'errata'] },
      {
        '"$if(isError)$error$else$information$endif$"': [
          'schema-value «"$if(isError)$error$else$information$endif$"» The schema expects one of `"warning"`, `"info"`, `"error"`, `"errata"` here, but found `"information"` when `isError` is false.',
          'Did you mean `info`?: "$if(isError)$error$else$info$endif$"',
        ],
        '"warn"': [
          'schema-value «"warn"» The schema expects one of `"warning"`, `"info"`, `"error"`, `"errata"` here, but found `"warn"`.',
          'Did you mean `warning`?: "warning"',
        ],
        '"err"': [
          'schema-value «"err"» The schema expects one of `"warning"`, `"info"`, `"error"`, `"errata"` here, but found `"err"`.',
        ],
        '"wa"': [
          'schema-value «"wa"» The schema expects one of `"warning"`, `"info"`, `"error"`, `"errata"` here, but found `"wa"`.',
        ],
      },
    ],
  ],
  'lengths and patterns': [
    [
      { minLength: 3 },
      {
        '"ab"': ['schema-length «"ab"» The schema expects at least 3 characters here, but found `"ab"`.'],
        $title$: [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects at least 3 characters, but this may be a text of any length.',
        ],
        '"ab$title; max="1"$"': [
          'schema-unproved «"ab$title; max="1"$"» The schema may refuse what is written here: it expects at least 3 characters, but this may be a text of only 2 characters.',
          'Write something where it is empty: "ab$title; max="1", default="…"$"',
        ],
        '"$title; max="2"$"': [
          'schema-length «"$title; max="2"$"» The schema expects at least 3 characters here, but found a text of up to 2 characters.',
        ],
        '"$title; max="3"$"': [
          'schema-unproved «"$title; max="3"$"» The schema may refuse what is written here: it expects at least 3 characters, but this may be an empty text.',
        ],
        '""': ['schema-length «""» The schema expects at least 3 characters here, but found `""`.'],
      },
    ],
    [
      { minLength: 1 },
      {
        '""': [
          'schema-length «""» The schema expects at least one character here, but found `""`.',
          'Write something: "…"',
        ],
        $title$: [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects at least one character, but this may be a text of any length.',
          'Write something where it is empty: $title; default="…"$',
        ],
      },
    ],
    [
      { maxLength: 1 },
      {
        '"ab"': ['schema-length «"ab"» The schema expects at most one character here, but found `"ab"`.'],
        $title$: [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects at most one character, but this may be a text of any length.',
          'Cut it to what fits: $title; max="1"$',
        ],
        '"a$title; max="1"$"': [
          'schema-unproved «"a$title; max="1"$"» The schema may refuse what is written here: it expects at most one character, but this may be a text of up to 2 characters.',
        ],
        '"ab$title; max="1"$"': [
          'schema-length «"ab$title; max="1"$"» The schema expects at most one character here, but found a text of up to 3 characters.',
        ],
      },
    ],
    [
      { maxLength: 5 },
      {
        '"abcdef"': [
          'schema-length «"abcdef"» The schema expects at most 5 characters here, but found `"abcdef"`.',
        ],
        $title$: [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects at most 5 characters, but this may be a text of any length.',
          'Cut it to what fits: $title; max="5"$',
        ],
        '"abcde$title$"': [
          'schema-unproved «"abcde$title$"» The schema may refuse what is written here: it expects at most 5 characters, but this may be a text of any length.',
        ],
        '"abcdef$title$"': [
          'schema-length «"abcdef$title$"» The schema expects at most 5 characters here, but found a text of at least 6 characters.',
        ],
        '$title; max="5"$': [],
        '"$any$"': [
          'schema-unproved «"$any$"» The schema may refuse what is written here: it expects at most 5 characters, but this may be a text of any length.',
          'Cut it to what fits: "$any; max="5"$"',
        ],
        '"$any.part; max="5"$"': [],
        '$title; max="6"$': [
          'schema-unproved «$title; max="6"$» The schema may refuse what is written here: it expects at most 5 characters, but this may be a text of up to 6 characters.',
          'Cut it to what fits: $title; max="5"$',
        ],
      },
    ],
    [
      { minLength: 4, maxLength: 4 },
      {
        '"abc"': ['schema-length «"abc"» The schema expects exactly 4 characters here, but found `"abc"`.'],
        '$title; max="4"$': [
          'schema-unproved «$title; max="4"$» The schema may refuse what is written here: it expects exactly 4 characters, but this may be an empty text.',
        ],
        '"abcd"': [],
        '"abc$title; max="1"$"': [
          'schema-unproved «"abc$title; max="1"$"» The schema may refuse what is written here: it expects exactly 4 characters, but this may be a text of only 3 characters.',
          'Write something where it is empty: "abc$title; max="1", default="…"$"',
        ],
      },
    ],
    [
      { minLength: 2, maxLength: 4 },
      {
        '"a"': ['schema-length «"a"» The schema expects 2 to 4 characters here, but found `"a"`.'],
        '$title; max="4"$': [
          'schema-unproved «$title; max="4"$» The schema may refuse what is written here: it expects 2 to 4 characters, but this may be an empty text.',
        ],
        $title$: [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects 2 to 4 characters, but this may be a text of any length.',
        ],
        '"a$title; max="3"$"': [
          'schema-unproved «"a$title; max="3"$"» The schema may refuse what is written here: it expects 2 to 4 characters, but this may be a text of only one character.',
          'Write something where it is empty: "a$title; max="3", default="…"$"',
        ],
      },
    ],
    [
      { minLength: 0 },
      {
        $title$: [],
      },
    ],
    [
      { pattern: '^[a-z]+$' },
      {
        '"A"': [
          'schema-pattern «"A"» The schema expects text that matches `^[a-z]+$` here, but found `"A"`.',
        ],
        $title$: [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects text that matches `^[a-z]+$`, but this may be a text of any length.',
        ],
        '$word; max="3"$': [
          'schema-unproved «$word; max="3"$» The schema may refuse what is written here: it expects text that matches `^[a-z]+$`, but this may be a text of up to 3 characters.',
        ],
      },
    ],
  ],
  numbers: [
    [
      { minimum: 2 },
      {
        '1': [
          'schema-range «1» The schema expects a number of at least 2 here, but found `1`.',
          'Write `2`: 2',
        ],
        '2': [],
        $count$: [
          'schema-unproved «$count$» The schema may refuse what is written here: it expects a number of at least 2, but this may be a number.',
        ],
        '$if(count >= 2)$$count$$else$2$endif$': [],
        '$if(count > 2)$$count$$else$2$endif$': [],
        '$if(count < 2)$$count$$else$2$endif$': [
          'schema-range «$count$» The schema expects a number of at least 2 here, but found a number when `count` is less than 2.',
        ],
        '$if(count <= 2)$$count$$else$2$endif$': [
          'schema-range «$count$» The schema expects a number of at least 2 here, but found a number when `count` is less than 2.',
        ],
        '1e999': [
          'schema-unproved «1e999» The schema may refuse what is written here: it expects a number that a double can hold, but this may be `Infinity`.',
        ],
        '-1e999': [
          'schema-range «-1e999» The schema expects a number of at least 2 here, but found `-Infinity`.',
          'Write `2`: 2',
        ],
      },
    ],
    [
      { maximum: 2 },
      {
        '3': [
          'schema-range «3» The schema expects a number of at most 2 here, but found `3`.',
          'Write `2`: 2',
        ],
        '2': [],
        '$if(count >= 2)$$count$$else$2$endif$': [
          'schema-range «$count$» The schema expects a number of at most 2 here, but found a number when `count` is more than 2.',
        ],
        '$if(count > 2)$$count$$else$2$endif$': [
          'schema-range «$count$» The schema expects a number of at most 2 here, but found a number when `count` is more than 2.',
        ],
        '$if(count < 2)$$count$$else$2$endif$': [],
        '$if(count <= 2)$$count$$else$2$endif$': [],
        '1e999': [
          'schema-range «1e999» The schema expects a number of at most 2 here, but found `Infinity`.',
          'Write `2`: 2',
        ],
        '-1e999': [
          'schema-unproved «-1e999» The schema may refuse what is written here: it expects a number that a double can hold, but this may be `-Infinity`.',
        ],
      },
    ],
    [
      { exclusiveMinimum: 2 },
      {
        '1': ['schema-range «1» The schema expects a number above 2 here, but found `1`.'],
        '2': ['schema-range «2» The schema expects a number above 2 here, but found `2`.'],
        '3': [],
        '$if(count >= 2)$$count$$else$3$endif$': [
          'schema-range «$count$» The schema expects a number above 2 here, but found `2` when `count` is 2.',
        ],
        '$if(count > 2)$$count$$else$3$endif$': [],
        '$if(count < 2)$$count$$else$3$endif$': [
          'schema-range «$count$» The schema expects a number above 2 here, but found a number when `count` is less than 2.',
        ],
        '$if(count <= 2)$$count$$else$3$endif$': [
          'schema-range «$count$» The schema expects a number above 2 here, but found a number when `count` is less than 2.',
          'schema-range «$count$» The schema expects a number above 2 here, but found `2` when `count` is 2.',
        ],
        $count$: [
          'schema-unproved «$count$» The schema may refuse what is written here: it expects a number above 2, but this may be a number.',
        ],
      },
    ],
    [
      { exclusiveMaximum: 2 },
      {
        '3': ['schema-range «3» The schema expects a number below 2 here, but found `3`.'],
        '2': ['schema-range «2» The schema expects a number below 2 here, but found `2`.'],
        '1': [],
        '$if(count >= 2)$$count$$else$1$endif$': [
          'schema-range «$count$» The schema expects a number below 2 here, but found `2` when `count` is 2.',
          'schema-range «$count$» The schema expects a number below 2 here, but found a number when `count` is more than 2.',
        ],
        '$if(count > 2)$$count$$else$1$endif$': [
          'schema-range «$count$» The schema expects a number below 2 here, but found a number when `count` is more than 2.',
        ],
        '$if(count < 2)$$count$$else$1$endif$': [],
        '$if(count <= 2)$$count$$else$1$endif$': [
          'schema-range «$count$» The schema expects a number below 2 here, but found `2` when `count` is 2.',
        ],
        $count$: [
          'schema-unproved «$count$» The schema may refuse what is written here: it expects a number below 2, but this may be a number.',
        ],
      },
    ],
    [
      { minimum: 1, maximum: 3 },
      {
        '0': [
          'schema-range «0» The schema expects a number from 1 to 3 here, but found `0`.',
          'Write `1`: 1',
        ],
        '4': [
          'schema-range «4» The schema expects a number from 1 to 3 here, but found `4`.',
          'Write `3`: 3',
        ],
        $count$: [
          'schema-unproved «$count$» The schema may refuse what is written here: it expects a number from 1 to 3, but this may be a number.',
        ],
      },
    ],
    [
      { exclusiveMinimum: 1, exclusiveMaximum: 3 },
      {
        '0': ['schema-range «0» The schema expects a number above 1 and below 3 here, but found `0`.'],
        '4': ['schema-range «4» The schema expects a number above 1 and below 3 here, but found `4`.'],
        $count$: [
          'schema-unproved «$count$» The schema may refuse what is written here: it expects a number above 1 and below 3, but this may be a number.',
        ],
        '1': ['schema-range «1» The schema expects a number above 1 and below 3 here, but found `1`.'],
      },
    ],
    [
      { minimum: 1, exclusiveMaximum: 3 },
      {
        '0': [
          'schema-range «0» The schema expects a number of at least 1 and below 3 here, but found `0`.',
          'Write `1`: 1',
        ],
      },
    ],
    [
      { exclusiveMinimum: 1, maximum: 3 },
      {
        '0': ['schema-range «0» The schema expects a number above 1 and of at most 3 here, but found `0`.'],
      },
    ],
    [
      { type: 'number' },
      {
        '1e999': [
          'schema-unproved «1e999» The schema may refuse what is written here: it expects a number that a double can hold, but this may be `Infinity`.',
        ],
        '-1e999': [
          'schema-unproved «-1e999» The schema may refuse what is written here: it expects a number that a double can hold, but this may be `-Infinity`.',
        ],
        $count$: [],
      },
    ],
    [
      { multipleOf: 1 },
      {
        '1': [],
        '1.5': [
          'schema-unproved «1.5» The schema may refuse what is written here: it expects a multiple of 1, but this may be `1.5`.',
        ],
        '$count; format="0"$': [
          'schema-unproved «$count; format="0"$» The schema may refuse what is written here: it expects a multiple of 1, but this may be a whole number.',
        ],
        $count$: [
          'schema-unproved «$count$» The schema may refuse what is written here: it expects a multiple of 1, but this may be a number.',
        ],
        '$links.count$': [],
        '$if(count > -100 && count < 100)$$count; format="0"$$else$1$endif$': [],
        '$if(count > -1e21 && count < 1e21)$$count; format="0"$$else$1$endif$': [
          'schema-unproved «$count; format="0"$» The schema may refuse what is written here: it expects a multiple of 1, but this may be a whole number when `count` is between -1e+21 and 1e+21.',
        ],
        '$if(count > -1e22 && count < 1e20)$$count; format="0"$$else$1$endif$': [
          'schema-unproved «$count; format="0"$» The schema may refuse what is written here: it expects a multiple of 1, but this may be a whole number when `count` is between -1e+22 and 100000000000000000000.',
        ],
        '$if(count > -1e20 && count < 1e22)$$count; format="0"$$else$1$endif$': [
          'schema-unproved «$count; format="0"$» The schema may refuse what is written here: it expects a multiple of 1, but this may be a whole number when `count` is between -100000000000000000000 and 1e+22.',
        ],
        '1e22': [
          'schema-unproved «1e22» The schema may refuse what is written here: it expects a multiple of 1, but this may be `1e+22`.',
        ],
      },
    ],
    [
      { multipleOf: 2 },
      {
        '4': [],
        '3': ['schema-range «3» The schema expects a multiple of 2 here, but found `3`.'],
        '$count; format="0"$': [
          'schema-unproved «$count; format="0"$» The schema may refuse what is written here: it expects a multiple of 2, but this may be a whole number.',
        ],
        '$links.count$': [
          'schema-unproved «$links.count$» The schema may refuse what is written here: it expects a multiple of 2, but this may be a whole number.',
        ],
        '1e300': [
          'schema-unproved «1e300» The schema may refuse what is written here: it expects a multiple of 2, but this may be `1e+300`.',
        ],
        '9007199254740993': [
          'schema-unproved «9007199254740993» The schema may refuse what is written here: it expects a multiple of 2, but this may be `9007199254740992`.',
        ],
      },
    ],
    [
      { multipleOf: 0.5 },
      {
        '4': [
          'schema-unproved «4» The schema may refuse what is written here: it expects a multiple of 0.5, but this may be `4`.',
        ],
        '3.5': [
          'schema-unproved «3.5» The schema may refuse what is written here: it expects a multiple of 0.5, but this may be `3.5`.',
        ],
        '1': [
          'schema-unproved «1» The schema may refuse what is written here: it expects a multiple of 0.5, but this may be `1`.',
        ],
      },
    ],
  ],
  'values whose parts nobody knows': [
    [
      { minLength: 3 },
      {
        $any$: [
          'schema-unproved «$any$» The schema may refuse what is written here: it expects what `minLength` asks, but this may be a value that may be anything.',
        ],
        $links$: [],
        $place$: [],
      },
    ],
    [
      { type: 'array', minItems: 1 },
      {
        $links$: [
          'schema-unproved «$links$» The schema may refuse what is written here: it expects at least one item, but this may be 0 or more items.',
        ],
        $any$: [
          'schema-unproved «$any$» The schema may refuse what is written here: it expects a list in `[` and `]`, but this may be a value that may be anything.',
        ],
      },
    ],
    [
      { type: 'object', properties: { a: { type: 'string' } } },
      {
        $place$: [],
        $any$: [
          'schema-unproved «$any$» The schema may refuse what is written here: it expects an object in `{` and `}`, but this may be a value that may be anything.',
        ],
      },
    ],
    [
      { type: 'object', title: 'T', description: 'D.', 'x-syntax': 'html', $comment: 'c' },
      {
        $place$: [],
        $any$: [
          'schema-unproved «$any$» T may refuse what is written here: it expects an object in `{` and `}`, but this may be a value that may be anything (D).',
        ],
      },
    ],
    [{ default: 'a', ...whether({ type: 'string' }, {}, {}) }, { $any$: [] }],
    [
      { anyOf: [{ type: 'array' }, { type: 'object' }] },
      {
        $place$: [],
        $links$: [],
        $any$: [
          'schema-unproved «$any$» The schema may refuse what is written here: it expects a list in `[` and `]`, but this may be a value that may be anything.',
        ],
      },
    ],
    [
      { minimum: 5, exclusiveMaximum: 6 },
      {
        '"ab"': [],
        true: [],
        null: [],
        $any$: [
          'schema-unproved «$any$» The schema may refuse what is written here: it expects what `minimum` asks, but this may be a value that may be anything.',
        ],
        $title$: [],
        '[]': [],
        '{}': [],
        $isError$: [],
      },
    ],
    [
      { const: 1 },
      {
        '"x"': ['schema-value «"x"» The schema expects `1` here, but found `"x"`.'],
        $any$: [
          'schema-unproved «$any$» The schema may refuse what is written here: it expects `1`, but this may be a value that may be anything.',
        ],
        '2': ['schema-value «2» The schema expects `1` here, but found `2`.'],
      },
    ],
    [
      { items: { minimum: 3 } },
      {
        '[$for(link in links; max="3")$$link.number$$sep$,$endfor$]': [
          'schema-unproved «$link.number$» The schema may refuse what is written here: it expects a number of at least 3, but this may be a whole number when `links` has items.',
        ],
        '[$for(link in links; max="2")$$link.number$$sep$,$endfor$]': [
          'schema-unproved «$link.number$» The schema may refuse what is written here: it expects a number of at least 3, but this may be a whole number when `links` has items.',
        ],
      },
    ],
    [
      { items: { maximum: 1 } },
      {
        '[$for(link in links; max="3")$$link.number$$sep$,$endfor$]': [
          'schema-unproved «$link.number$» The schema may refuse what is written here: it expects a number of at most 1, but this may be a whole number when `links` has items.',
        ],
      },
    ],
    [
      { multipleOf: 1 },
      {
        '$if(count > -1e20 && count < 1e21)$$count; format="0"$$else$1$endif$': [
          'schema-unproved «$count; format="0"$» The schema may refuse what is written here: it expects a multiple of 1, but this may be a whole number when `count` is between -100000000000000000000 and 1e+21.',
        ],
        '$if(count > -1e21 && count < 1e20)$$count; format="0"$$else$1$endif$': [
          'schema-unproved «$count; format="0"$» The schema may refuse what is written here: it expects a multiple of 1, but this may be a whole number when `count` is between -1e+21 and 100000000000000000000.',
        ],
      },
    ],
  ],
  alternatives: [
    [
      {
        anyOf: [
          { type: 'string', maxLength: 3 },
          { type: 'number', maximum: 5 },
        ],
      },
      {
        '"abcd"': [
          'schema-length «"abcd"» The schema expects at most 3 characters here, but found `"abcd"`.',
        ],
        '7': [
          'schema-range «7» The schema expects a number of at most 5 here, but found `7`.',
          'Write `5`: 5',
        ],
        true: ['schema-type «true» The schema expects text in quotes or a number here, but found `true`.'],
        $title$: [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects at most 3 characters, but this may be a text of any length.',
          'Cut it to what fits: $title; max="3"$',
        ],
        $count$: [
          'schema-unproved «$count$» The schema may refuse what is written here: it expects a number of at most 5, but this may be a number.',
        ],
        $any$: [
          'schema-unproved «$any$» The schema may refuse what is written here: it expects text in quotes, but this may be a value that may be anything.',
        ],
        '[]': ['schema-type «[]» The schema expects text in quotes or a number here, but found a list.'],
        '"$if(isError)$abcd$else$abc$endif$"': [
          'schema-length «"$if(isError)$abcd$else$abc$endif$"» The schema expects at most 3 characters here, but found `"abcd"` when `isError` is true.',
        ],
      },
    ],
    [
      {
        anyOf: [
          {
            type: 'object',
            properties: { kind: { const: 'a' }, x: { type: 'string' } },
            required: ['kind', 'x'],
          },
          {
            type: 'object',
            properties: { kind: { const: 'b' }, y: { type: 'number' } },
            required: ['kind', 'y'],
          },
        ],
      },
      {
        '{"kind":"a"}': [
          'schema-missing-key «{» The schema needs the key `x` in this object.',
          'Add `x`: {"kind":"a","x":"…"}',
        ],
        '{"kind":"b"}': [
          'schema-missing-key «{» The schema needs the key `y` in this object.',
          'Add `y`: {"kind":"b","y":0}',
        ],
        '{"kind":"b","y":"1"}': [
          'schema-type «"1"» The schema expects a number here, but found `"1"`.',
          'Remove the quotes: {"kind":"b","y":1}',
        ],
        '{"kind":"c"}': ['schema-value «"c"» The schema expects `"a"` or `"b"` here, but found `"c"`.'],
        '{"y":1,"kind":"c"}': [
          'schema-value «"c"» The schema expects `"a"` or `"b"` here, but found `"c"`.',
          'Did you mean `b`?: {"y":1,"kind":"b"}',
        ],
        '{"x":1,"kind":"a"}': ['schema-value «"a"» The schema expects `"b"` here, but found `"a"`.'],
        '{}': ['schema-missing-key «{» The schema needs the key `kind` in this object.'],
        '[]': ['schema-type «[]» The schema expects an object in `{` and `}` here, but found a list.'],
        '{"kind":"$if(isError)$a$else$b$endif$","x":"","y":1}': [],
        '{"kind":"$if(isError)$a$else$b$endif$","x":""}': [
          'schema-value «"$if(isError)$a$else$b$endif$"» The schema expects `"a"` or `"b"` here, but found `"b"` when `isError` is false.',
          'Did you mean `a`?: {"kind":"$if(isError)$a$else$a$endif$","x":""}',
        ],
        '{"kind":"$title$","x":"","y":1}': [
          'schema-unproved «"$title$"» The schema may refuse what is written here: it expects `"a"`, but this may be a text of any length.',
        ],
        '{"kind":"a"$if(isError)$,"x":""$endif$}': [
          'schema-missing-key «{» The schema needs the key `x` in this object when `isError` is false.',
          'Add `x` where it is missing: {"kind":"a"$if(isError)$,"x":""$else$,"x":"…"$endif$}',
        ],
      },
    ],
    [
      { oneOf: [{ type: 'string' }, { maxLength: 3 }] },
      {
        '"ab"': [
          'schema-alternatives «"ab"» The schema expects exactly one of several forms here, but found two of them.',
        ],
        '"abcd"': [],
        $title$: [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects at most 3 characters, but this may be a text of any length.',
        ],
        '1': [],
        $any$: [
          'schema-unproved «$any$» The schema may refuse what is written here: it expects text in quotes, but this may be a value that may be anything.',
        ],
        $isError$: [],
      },
    ],
    [
      { oneOf: [{ type: 'number', minimum: 2 }, { type: 'number', maximum: 1 }, { type: 'null' }] },
      {
        '1.5': [
          'schema-range «1.5» The schema expects a number of at least 2 here, but found `1.5`.',
          'Write `2`: 2',
        ],
        '3': [],
        '0': [],
        null: [],
        $count$: [
          'schema-unproved «$count$» The schema may refuse what is written here: it expects a number of at least 2, but this may be a number.',
        ],
        '"a"': ['schema-type «"a"» The schema expects a number or `null` here, but found `"a"`.'],
        '$if(count > 2)$$count$$else$null$endif$': [],
      },
    ],
    [
      { oneOf: [{ minimum: 2 }, { minimum: 4 }, { minimum: 6 }] },
      {
        '1': [
          'schema-range «1» The schema expects a number of at least 2 here, but found `1`.',
          'Write `2`: 2',
        ],
        '3': [],
        '5': [
          'schema-alternatives «5» The schema expects exactly one of several forms here, but found two of them.',
        ],
        '7': [
          'schema-alternatives «7» The schema expects exactly one of several forms here, but found two of them.',
        ],
      },
    ],
    [
      { not: { maxLength: 3 } },
      {
        '"ab"': [
          'schema-alternatives «"ab"» The schema expects anything else here, but found what it does not take.',
        ],
        '"abcd"': [],
        $title$: [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects anything else, but this may be what it does not take.',
        ],
        '"$title; max="3"$"': [
          'schema-alternatives «"$title; max="3"$"» The schema expects anything else here, but found what it does not take.',
        ],
        '"abcd$title$"': [],
        '1': [
          'schema-alternatives «1» The schema expects anything else here, but found what it does not take.',
        ],
      },
    ],
    [
      { not: { const: 1 } },
      {
        '1': [
          'schema-alternatives «1» The schema expects anything but `1` here, but found what it does not take.',
        ],
        '2': [],
      },
    ],
    [
      { not: { enum: [1, 2] } },
      {
        '1': [
          'schema-alternatives «1» The schema expects anything but one of `1`, `2` here, but found what it does not take.',
        ],
      },
    ],
    [
      { not: { $ref: '#/$defs/t' }, $defs: { t: { type: 'number' } } },
      {
        '1': [
          'schema-alternatives «1» The schema expects anything but a number here, but found what it does not take.',
        ],
      },
    ],
    [
      { not: { allOf: [{ type: 'number' }, { maximum: 5 }] } },
      {
        '1': [
          'schema-alternatives «1» The schema expects anything else here, but found what it does not take.',
        ],
        '6': [],
      },
    ],
    [
      { not: { allOf: [{ type: 'number' }], maximum: 5 } },
      {
        '1': [
          'schema-alternatives «1» The schema expects anything else here, but found what it does not take.',
        ],
        '6': [],
      },
    ],
    [
      { not: { type: 'number', maximum: 5 } },
      {
        '1': [
          'schema-alternatives «1» The schema expects anything else here, but found what it does not take.',
        ],
        '6': [],
      },
    ],
    [
      { not: { type: 'object', required: ['a'] } },
      {
        '{"a":1}': [
          'schema-alternatives «{"a":1}» The schema expects anything else here, but found what it does not take.',
        ],
        '{"b":1}': [],
      },
    ],
    [
      { not: { type: 'object', properties: { a: { const: 1 } } } },
      {
        '{"a":1}': [
          'schema-alternatives «{"a":1}» The schema expects anything else here, but found what it does not take.',
        ],
        '{"a":2}': [],
      },
    ],
    [
      { not: { required: ['a'] } },
      {
        '{"a":1}': [
          'schema-alternatives «{"a":1}» The schema expects an object without `a` here, but found what it does not take.',
        ],
        '{"b":1}': [],
      },
    ],
    [
      { not: { required: ['a', 'b'] } },
      {
        '{"a":1,"b":1}': [
          'schema-alternatives «{"a":1,"b":1}» The schema expects an object without all of `a`, `b` here, but found what it does not take.',
        ],
        '{"b":1}': [],
      },
    ],
    [
      { not: {} },
      {
        '1': [
          'schema-alternatives «1» The schema expects anything else here, but found what it does not take.',
        ],
      },
    ],
    [
      { not: { anyOf: [{ const: 1 }, { const: 2 }] } },
      {
        '1': [
          'schema-alternatives «1» The schema expects anything else here, but found what it does not take.',
        ],
        '2': [
          'schema-alternatives «2» The schema expects anything else here, but found what it does not take.',
        ],
        '3': [],
        $count$: [
          'schema-unproved «$count$» The schema may refuse what is written here: it expects anything else, but this may be what it does not take.',
        ],
        '"a"': [],
      },
    ],
    [
      whether({ type: 'string' }, { maxLength: 2 }, { maximum: 2 }),
      {
        '"abc"': ['schema-length «"abc"» The schema expects at most 2 characters here, but found `"abc"`.'],
        '"ab"': [],
        '3': [
          'schema-range «3» The schema expects a number of at most 2 here, but found `3`.',
          'Write `2`: 2',
        ],
        '2': [],
        true: [],
        $title$: [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects at most 2 characters, but this may be a text of any length.',
          'Cut it to what fits: $title; max="2"$',
        ],
        $count$: [
          'schema-unproved «$count$» The schema may refuse what is written here: it expects a number of at most 2, but this may be a number.',
        ],
        $any$: [
          'schema-unproved «$any$» The schema may refuse what is written here: it expects what `maximum` asks, but this may be a value that may be anything.',
        ],
        '"$if(isError)$a$else$abc$endif$"': [
          'schema-length «"$if(isError)$a$else$abc$endif$"» The schema expects at most 2 characters here, but found `"abc"` when `isError` is false.',
        ],
        '$if(isError)$"abc"$else$3$endif$': [
          'schema-length «"abc"» The schema expects at most 2 characters here, but found `"abc"` when `isError` is true.',
          'schema-range «3$endif$» The schema expects a number of at most 2 here, but found `3` when `isError` is false.',
          'Write `2`: $if(isError)$"abc"$else$2$endif$',
        ],
      },
    ],
    [
      whether({ minLength: 2 }, { pattern: '^a' }),
      {
        '"b"': [],
        '"bb"': ['schema-pattern «"bb"» The schema expects text that matches `^a` here, but found `"bb"`.'],
        '"ab"': [],
        $title$: [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects text that matches `^a`, but this may be a text of any length.',
        ],
        '1': [],
      },
    ],
    [
      { if: { minLength: 2 }, else: { pattern: '^a' } },
      {
        '"b"': ['schema-pattern «"b"» The schema expects text that matches `^a` here, but found `"b"`.'],
        '"bb"': [],
        '"a"': [],
        $title$: [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects text that matches `^a`, but this may be a text of any length.',
        ],
        '1': [],
      },
    ],
    [
      whether(
        { type: 'object', properties: { a: { const: 1 } }, required: ['a'] },
        { required: ['b'] },
        { required: ['c'] },
      ),
      {
        '{"a":1}': [
          'schema-missing-key «{» The schema needs the key `b` in this object.',
          'Add `b`: {"a":1,"b":"…"}',
        ],
        '{"a":2}': [
          'schema-missing-key «{» The schema needs the key `c` in this object.',
          'Add `c`: {"a":2,"c":"…"}',
        ],
        '{"a":$count$}': ['schema-missing-key «{» The schema needs the key `c` in this object.'],
        '{"a":$count$,"b":1}': [
          'schema-unproved «{» The schema may refuse what is written here: it expects `c`.',
          'Add `c`: {"a":$count$,"b":1,"c":"…"}',
        ],
        '{"a":$count$,"c":1}': [
          'schema-unproved «{» The schema may refuse what is written here: it expects `b`.',
          'Add `b`: {"a":$count$,"c":1,"b":"…"}',
        ],
        '{"a":$count$,"b":1,"c":1}': [],
        '{$if(isError)$"a":1,$endif$"b":1}': [
          'schema-missing-key «{» The schema needs the key `c` in this object when `isError` is false.',
          'Add `c`: {$if(isError)$"a":1,$endif$"b":1,"c":"…"}',
        ],
        '{$if(isError)$"a":1,$endif$"c":1}': [
          'schema-missing-key «{» The schema needs the key `b` in this object when `isError` is true.',
          'Add `b`: {$if(isError)$"a":1,$endif$"c":1,"b":"…"}',
        ],
        '{$if(isError)$"a":1,"b":1$else$"c":2$endif$}': [],
      },
    ],
    [
      {
        allOf: [
          { anyOf: [{ type: 'string' }, { type: 'null' }] },
          { anyOf: [{ maxLength: 2 }, { minLength: 5 }] },
        ],
      },
      {
        '"abc"': ['schema-length «"abc"» The schema expects at most 2 characters here, but found `"abc"`.'],
        '"ab"': [],
        null: [],
        '1': [
          'schema-type «1» The schema expects text in quotes or `null` here, but found `1`.',
          'Put it in quotes: "1"',
        ],
        $title$: [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects at most 2 characters, but this may be a text of any length.',
          'Cut it to what fits: $title; max="2"$',
        ],
        $note$: [
          'schema-unproved «$note$» The schema may refuse what is written here: it expects at most 2 characters, but this may be a text of any length.',
          'Cut it to what fits: $note; max="2"$',
        ],
      },
    ],
    [
      {
        anyOf: [
          { allOf: [{ type: 'string' }, { maxLength: 2 }] },
          { allOf: [{ type: 'string' }, { minLength: 5 }] },
        ],
      },
      {
        '"abc"': ['schema-length «"abc"» The schema expects at most 2 characters here, but found `"abc"`.'],
        '"ab"': [],
        '"abcde"': [],
        '1': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: "1"',
        ],
        $title$: [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects at most 2 characters, but this may be a text of any length.',
          'Cut it to what fits: $title; max="2"$',
        ],
      },
    ],
    [
      { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      {
        '{}': [
          'schema-missing-key «{» The schema needs the key `a` or `b` in this object.',
          'Add `a`: {"a":"…"}',
          'Add `b`: {"b":"…"}',
        ],
        '{"a":1}': [],
        '{"b":1}': [],
        '{$if(isError)$"a":1$else$"b":1$endif$}': [],
        '{$if(isError)$"a":1$endif$}': [
          'schema-missing-key «{» The schema needs the key `a` or `b` in this object when `isError` is false.',
          'Add `a` where it is missing: {$if(isError)$"a":1$else$"a":"…"$endif$}',
        ],
        '{$if(isError)$"a":1$endif$$if(isLate)$"b":1$endif$}': [
          'schema-missing-key «{» The schema needs the key `a` or `b` in this object when `isError` is false and `isLate` is false.',
          'Add `a` where it is missing: {$if(isError)$"a":1$else$"a":"…"$endif$$if(isLate)$"b":1$endif$}',
          'json-missing-comma «"» A comma is missing in the JSON: expected `,` or `}` but found `"` when `isError` is true and `isLate` is true.',
          '`{` was opened here: «{»',
          'Write commas only between members: {$if(isError)$"a":1$endif$$if(isLate)$$if(isError)$,$endif$"b":1$endif$}',
        ],
        '{$if(isError)$"a":1$else$$if(isLate)$"b":1$endif$$endif$}': [
          'schema-missing-key «{» The schema needs the key `a` or `b` in this object when `isError` is false and `isLate` is false.',
        ],
        '[]': [],
      },
    ],
  ],
  'how many': [
    [
      { minItems: 2 },
      {
        '[]': [
          'schema-count «[]» The schema expects at least 2 items here, but found 0 items.',
          'Add 2 items: ["…","…"]',
        ],
        '[1]': ['schema-count «[1]» The schema expects at least 2 items here, but found one item.'],
        '[1$if(isError)$,2$endif$]': [
          'schema-count «[1$if(isError)$,2$endif$]» The schema expects at least 2 items here, but found one item when `isError` is false.',
        ],
        '[$for(link in links)$1$sep$,$endfor$]': [
          'schema-unproved «[$for(link in links)$1$sep$,$endfor$]» The schema may refuse what is written here: it expects at least 2 items, but this may be 1 or more items when `links` has items.',
          'schema-count «[$for(link in links)$1$sep$,$endfor$]» The schema expects at least 2 items here, but found 0 items when `links` is empty.',
          'Add 2 items where it is empty: [$for(link in links)$1$sep$,$else$"…","…"$endfor$]',
        ],
        '$if(links)$[1$for(link in links)$,1$endfor$]$else$[1,2]$endif$': [],
        '[1,2$for(link in links)$,1$endfor$]': [],
      },
    ],
    [
      { maxItems: 2 },
      {
        '[1,2,3]': ['schema-count «[1,2,3]» The schema expects at most 2 items here, but found 3 items.'],
        '[1$for(link in links)$,1$endfor$]': [
          'schema-unproved «[1$for(link in links)$,1$endfor$]» The schema may refuse what is written here: it expects at most 2 items, but this may be 1 or more items.',
          'At most 1 item: [1$for(link in links; max="1")$,1$endfor$]',
        ],
        '[1,2,3$for(link in links)$,1$endfor$]': [
          'schema-count «[1,2,3$for(link in links)$,1$endfor$]» The schema expects at most 2 items here, but found 4 or more items when `links` has items.',
          'schema-count «[1,2,3$for(link in links)$,1$endfor$]» The schema expects at most 2 items here, but found 3 items when `links` is empty.',
        ],
        '[1$if(isError)$,2,3$endif$]': [
          'schema-count «[1$if(isError)$,2,3$endif$]» The schema expects at most 2 items here, but found 3 items when `isError` is true.',
        ],
        '[1$for(link in links; max="1")$,1$endfor$$for(link in links; max="1")$,1$endfor$]': [
          'schema-unproved «[1$for(link in links; max="1")$,1$endfor$$for(link in links; max="1")$,1$endfor$]» The schema may refuse what is written here: it expects at most 2 items, but this may be 1 to 3 items.',
        ],
        '[1,2$for(link in links; max="1")$,1$endfor$]': [
          'schema-count «[1,2$for(link in links; max="1")$,1$endfor$]» The schema expects at most 2 items here, but found 3 items when `links` has items.',
        ],
        '[1$for(link in links; max="1")$,1$endfor$]': [],
        '[1$for(link in links; max="2")$,1$endfor$]': [
          'schema-unproved «[1$for(link in links; max="2")$,1$endfor$]» The schema may refuse what is written here: it expects at most 2 items, but this may be 1 to 3 items.',
          'At most 1 item: [1$for(link in links; max="1")$,1$endfor$]',
        ],
        '[1$if(isError)$$for(link in links; max="2")$,1$endfor$$endif$]': [
          'schema-unproved «[1$if(isError)$$for(link in links; max="2")$,1$endfor$$endif$]» The schema may refuse what is written here: it expects at most 2 items, but this may be 1 to 3 items.',
          'At most 1 item: [1$if(isError)$$for(link in links; max="1")$,1$endfor$$endif$]',
        ],
        '[$for(link in links)$$sep$1,$endfor$ 1]': [
          'schema-unproved «[$for(link in links)$$sep$1,$endfor$ 1]» The schema may refuse what is written here: it expects at most 2 items, but this may be 2 or more items when `links` has items, from the second item on.',
        ],
        '$if(links)$[$for(link in links)$1$sep$,$endfor$]$else$[]$endif$': [
          'schema-unproved «[$for(link in links)$1$sep$,$endfor$]» The schema may refuse what is written here: it expects at most 2 items, but this may be 1 or more items when `links` has items.',
        ],
      },
    ],
    [
      { maxItems: 1 },
      {
        '[1,2]': ['schema-count «[1,2]» The schema expects at most one item here, but found 2 items.'],
        '[]': [],
        '[1]': [],
        '[1$for(link in links)$,1$endfor$]': [
          'schema-unproved «[1$for(link in links)$,1$endfor$]» The schema may refuse what is written here: it expects at most one item, but this may be 1 or more items.',
        ],
      },
    ],
    [
      { minItems: 1, maxItems: 2 },
      {
        '[]': [
          'schema-count «[]» The schema expects at least one item here, but found 0 items.',
          'Add one item: ["…"]',
        ],
        '[1,2,3]': ['schema-count «[1,2,3]» The schema expects at most 2 items here, but found 3 items.'],
        '[$for(link in links)$1$sep$,$endfor$]': [
          'schema-unproved «[$for(link in links)$1$sep$,$endfor$]» The schema may refuse what is written here: it expects at most 2 items, but this may be 1 or more items when `links` has items.',
          'schema-count «[$for(link in links)$1$sep$,$endfor$]» The schema expects at least one item here, but found 0 items when `links` is empty.',
          'Add one item where it is empty: [$for(link in links)$1$sep$,$else$"…"$endfor$]',
        ],
        '[$if(isError)$1$endif$]': [
          'schema-count «[$if(isError)$1$endif$]» The schema expects at least one item here, but found 0 items when `isError` is false.',
          'Add one item where it is empty: [$if(isError)$1$else$"…"$endif$]',
        ],
      },
    ],
    [
      { minProperties: 2 },
      {
        '{}': ['schema-count «{}» The schema expects at least 2 members here, but found 0 members.'],
        '{"a":1}': [
          'schema-count «{"a":1}» The schema expects at least 2 members here, but found one member.',
        ],
        '{"a":1,"$title$":1}': [
          'schema-unproved «{"a":1,"$title$":1}» The schema may refuse what is written here: it expects at least 2 members, but this may be 1 to 2 members.',
          'json-value-key «"$title$"» A value used as a key may be `a`, and would then replace that member: name the key yourself.',
          'That member is here: «"a"»',
        ],
        '{"$title$":1,"$word$":1}': [
          'schema-unproved «{"$title$":1,"$word$":1}» The schema may refuse what is written here: it expects at least 2 members, but this may be 1 to 2 members.',
        ],
        '{"$title$":1,"a":1,"b":1}': [],
      },
    ],
    [
      { minProperties: 1 },
      {
        '{}': ['schema-count «{}» The schema expects at least one member here, but found 0 members.'],
        '{"$title$":1}': [],
        '[]': [],
        '{"a":1,"$title$":1}': [
          'json-value-key «"$title$"» A value used as a key may be `a`, and would then replace that member: name the key yourself.',
          'That member is here: «"a"»',
        ],
      },
    ],
    [
      { maxProperties: 1 },
      {
        '{"a":1,"b":1}': [
          'schema-count «{"a":1,"b":1}» The schema expects at most one member here, but found 2 members.',
        ],
        '{"a":1,"$title$":1}': [
          'schema-unproved «{"a":1,"$title$":1}» The schema may refuse what is written here: it expects at most one member, but this may be 1 to 2 members.',
          'json-value-key «"$title$"» A value used as a key may be `a`, and would then replace that member: name the key yourself.',
          'That member is here: «"a"»',
        ],
        '{"$title$":1}': [],
        '{"a":1}': [],
        '{"a":1$for(link in links)$,"$link.url$":1$endfor$}': [
          'schema-unproved «{"a":1$for(link in links)$,"$link.url$":1$endfor$}» The schema may refuse what is written here: it expects at most one member, but this may be 1 or more members.',
          'json-value-key «"$link.url$"» A value used as a key may be `a`, and would then replace that member: name the key yourself.',
          'That member is here: «"a"»',
        ],
        '[1,2]': [],
      },
    ],
    [
      { maxProperties: 0 },
      {
        '{"a":1}': [
          'schema-count «{"a":1}» The schema expects at most 0 members here, but found one member.',
        ],
        '{}': [],
        '{"$title$":1}': [
          'schema-count «{"$title$":1}» The schema expects at most 0 members here, but found one member.',
        ],
      },
    ],
    [
      { contains: { const: 1 } },
      {
        '[2]': [
          'schema-count «[2]» The schema expects at least one item of the kind that it looks for here, but found 0 items.',
        ],
        '[1,2]': [],
        '[$count$]': [
          'schema-unproved «[$count$]» The schema may refuse what is written here: it expects at least one item of the kind that it looks for, but this may be 0 to one item.',
        ],
        '[$count$,1]': [],
        '[$if(isError)$1$else$2$endif$]': [
          'schema-count «[$if(isError)$1$else$2$endif$]» The schema expects at least one item of the kind that it looks for here, but found 0 items when `isError` is false.',
        ],
        '[]': [
          'schema-count «[]» The schema expects at least one item of the kind that it looks for here, but found 0 items.',
        ],
        '{}': [],
        '[$for(link in links)$1$sep$,$endfor$]': [
          'schema-count «[$for(link in links)$1$sep$,$endfor$]» The schema expects at least one item of the kind that it looks for here, but found 0 items when `links` is empty.',
        ],
        '[1$for(link in links)$,1$endfor$]': [],
        '$if(links)$[$for(link in links)$1$sep$,$endfor$]$else$[1]$endif$': [],
      },
    ],
    [
      { contains: { const: 1 }, minContains: 2 },
      {
        '[1]': [
          'schema-count «[1]» The schema expects at least 2 items of the kind that it looks for here, but found one item.',
        ],
        '[1,1]': [],
        '[1,$count$]': [
          'schema-unproved «[1,$count$]» The schema may refuse what is written here: it expects at least 2 items of the kind that it looks for, but this may be 1 to 2 items.',
        ],
        '[$count$,$count$]': [
          'schema-unproved «[$count$,$count$]» The schema may refuse what is written here: it expects at least 2 items of the kind that it looks for, but this may be 0 to 2 items.',
        ],
        '[1,2]': [
          'schema-count «[1,2]» The schema expects at least 2 items of the kind that it looks for here, but found one item.',
        ],
        '[1$if(isError)$,1$endif$]': [
          'schema-unproved «[1$if(isError)$,1$endif$]» The schema may refuse what is written here: it expects at least 2 items of the kind that it looks for, but this may be 1 to 2 items.',
        ],
        '[1,1$for(link in links)$,1$endfor$]': [],
        '[1$for(link in links)$,1$endfor$]': [
          'schema-unproved «[1$for(link in links)$,1$endfor$]» The schema may refuse what is written here: it expects at least 2 items of the kind that it looks for, but this may be 1 or more items.',
        ],
      },
    ],
    [
      { contains: { const: 1 }, minContains: 0, maxContains: 1 },
      {
        '[]': [],
        '[1]': [],
        '[1,1]': [
          'schema-count «[1,1]» The schema expects at most one item of the kind that it looks for here, but found 2 items.',
        ],
        '[1,$count$]': [
          'schema-unproved «[1,$count$]» The schema may refuse what is written here: it expects at most one item of the kind that it looks for, but this may be 1 to 2 items.',
        ],
        '[1$for(link in links)$,1$endfor$]': [
          'schema-unproved «[1$for(link in links)$,1$endfor$]» The schema may refuse what is written here: it expects at most one item of the kind that it looks for, but this may be 1 or more items.',
        ],
        '[1$for(link in links; max="1")$,1$endfor$]': [
          'schema-unproved «[1$for(link in links; max="1")$,1$endfor$]» The schema may refuse what is written here: it expects at most one item of the kind that it looks for, but this may be 1 to 2 items.',
        ],
        '[2$for(link in links)$,2$endfor$]': [
          'schema-unproved «[2$for(link in links)$,2$endfor$]» The schema may refuse what is written here: it expects at most one item of the kind that it looks for, but this may be 0 or more items.',
        ],
      },
    ],
    [
      { contains: { required: ['a'] }, items: { properties: { a: { type: 'string' } } } },
      {
        '[{}]': [
          'schema-count «[{}]» The schema expects at least one item of the kind that it looks for here, but found 0 items.',
        ],
        '[{"a":""}]': [],
        '[{"a":1}]': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: [{"a":"1"}]',
        ],
        '[{$if(isError)$"a":""$endif$}]': [
          'schema-count «[{$if(isError)$"a":""$endif$}]» The schema expects at least one item of the kind that it looks for here, but found 0 items when `isError` is false.',
        ],
      },
    ],
    [
      { anyOf: [{ contains: { const: 1 } }, { type: 'string' }] },
      {
        '[2]': [
          'schema-count «[2]» The schema expects at least one item of the kind that it looks for here, but found 0 items.',
        ],
        '[1]': [],
        '[$count$]': [
          'schema-unproved «[$count$]» The schema may refuse what is written here: it expects at least one item of the kind that it looks for, but this may be 0 to one item.',
        ],
        '"a"': [],
        '[$if(isError)$1$else$2$endif$]': [
          'schema-count «[$if(isError)$1$else$2$endif$]» The schema expects at least one item of the kind that it looks for here, but found 0 items when `isError` is false.',
        ],
      },
    ],
    [
      { uniqueItems: true },
      {
        '[1,1]': ['schema-count «[1,1]» The schema expects each item once here, but found an item twice.'],
        '["a","b"]': [],
        '["a","$level$"]': [
          'schema-unproved «["a","$level$"]» The schema may refuse what is written here: it expects each item once, but this may be items that may be equal.',
        ],
        '[$title$]': [],
        '[$title$,1]': [
          'schema-unproved «[$title$,1]» The schema may refuse what is written here: it expects each item once, but this may be items that may be equal.',
        ],
        '[1,{}]': [
          'schema-unproved «[1,{}]» The schema may refuse what is written here: it expects each item once, but this may be items that may be equal.',
        ],
        '[{}]': [],
        '[$for(link in links)$1$sep$,$endfor$]': [
          'schema-unproved «[$for(link in links)$1$sep$,$endfor$]» The schema may refuse what is written here: it expects each item once, but this may be items that may be equal when `links` has items.',
        ],
        '[$if(isError)$1$else$2$endif$]': [],
        '[$if(isError)$1$else$2$endif$,3]': [],
        '[1$if(isError)$,2$endif$]': [],
        '[1,2$if(isError)$,3$else$,4$endif$]': [],
        '[null,null]': [
          'schema-count «[null,null]» The schema expects each item once here, but found an item twice.',
        ],
        '[true,false]': [],
        '[null,0]': [],
        '$if(isError)$[1,2]$else$[3,4]$endif$': [],
        '[$if(isError)$1,2$else$1,2$endif$,3]': [],
        '[$if(isError)$1,2$else$1,2,3$endif$,4]': [],
        '[$if(isError)$1,2$else$1$endif$,4]': [],
        '[1,2$for(link in links; max="1")$,1$endfor$]': [
          'schema-unproved «[1,2$for(link in links; max="1")$,1$endfor$]» The schema may refuse what is written here: it expects each item once, but this may be items that may be equal when `links` has items.',
        ],
        '[1,"1"]': [],
        '["$if(isError)$a$else$b$endif$",1]': [
          'schema-unproved «["$if(isError)$a$else$b$endif$",1]» The schema may refuse what is written here: it expects each item once, but this may be items that may be equal.',
        ],
      },
    ],
    [
      { uniqueItems: false },
      {
        '[1,1]': [],
      },
    ],
    [
      { anyOf: [{ uniqueItems: true }, { type: 'string' }] },
      {
        '[1,1]': ['schema-count «[1,1]» The schema expects each item once here, but found an item twice.'],
        '[1,2]': [],
      },
    ],
  ],
  'items by their places': [
    [
      { prefixItems: [{ type: 'string' }, { type: 'number' }] },
      {
        '[1]': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: ["1"]',
        ],
        '["a","b"]': ['schema-type «"b"» The schema expects a number here, but found `"b"`.'],
        '["a",1,true]': [],
        '[$for(link in links)$"a"$sep$,$endfor$]': [
          'schema-type «"a"» The schema expects a number here, but found `"a"` when `links` has items, from the second item on.',
        ],
        '["a"$for(link in links)$,1$endfor$]': [],
        '["a",1$for(link in links)$,true$endfor$]': [],
        '["a"$if(isError)$,1$endif$]': [],
        '[$if(isError)$"a",$endif$"b"]': [
          'schema-type «"b"» The schema expects a number here, but found `"b"` when `isError` is true.',
        ],
        '[$if(isError)$"a"$else$"b",1$endif$,2]': [],
      },
    ],
    [
      { prefixItems: [{ type: 'string' }], items: { type: 'number' }, contains: { const: 1 } },
      {
        '["a",1]': [],
        '["a",2]': [
          'schema-count «["a",2]» The schema expects at least one item of the kind that it looks for here, but found 0 items.',
        ],
        '[$for(link in links)$"a",$endfor$ 1]': [
          'schema-type «"a"» The schema expects a number here, but found `"a"` when `links` has items, from the second item on.',
          'schema-type «1» The schema expects text in quotes here, but found `1` when `links` is empty.',
        ],
        '["a"$for(link in links)$,1$endfor$]': [
          'schema-count «["a"$for(link in links)$,1$endfor$]» The schema expects at least one item of the kind that it looks for here, but found 0 items when `links` is empty.',
        ],
        '["a",1$for(link in links)$,1$endfor$]': [],
      },
    ],
    [
      { anyOf: [{ prefixItems: [{ type: 'string' }], items: { type: 'number' } }, { type: 'string' }] },
      {
        '[$for(link in links)$"a"$sep$,$endfor$]': [
          'schema-unproved «"a"» The schema may refuse what is written here: it expects a number, but this may be `"a"` when `links` has items.',
        ],
        '["a",1]': [],
        '["a","b"]': ['schema-type «"b"» The schema expects a number here, but found `"b"`.'],
      },
    ],
    [
      { prefixItems: [{ type: 'string' }], unevaluatedItems: false },
      {
        '["a"]': [],
        '["a",1]': [
          'schema-unproved «[» The schema may refuse what is written here: it expects items whose places are known before the values come.',
        ],
        '[$for(link in links)$"a"$sep$,$endfor$]': [
          'schema-unproved «[» The schema may refuse what is written here: it expects items whose places are known before the values come.',
        ],
      },
    ],
    [
      { unevaluatedItems: { type: 'number' } },
      {
        '[1]': [
          'schema-unproved «[» The schema may refuse what is written here: it expects items whose places are known before the values come.',
        ],
        '["a"]': [
          'schema-unproved «[» The schema may refuse what is written here: it expects items whose places are known before the values come.',
        ],
      },
    ],
    [
      { unevaluatedItems: {} },
      {
        '[1]': [],
      },
    ],
    [
      { items: { type: 'string' }, unevaluatedItems: false },
      {
        '["a"]': [],
      },
    ],
  ],
  keys: [
    [
      {
        title: 'T',
        required: ['a', 'b'],
        properties: { a: { type: 'integer', minimum: 3, description: 'The a.' }, b: { enum: ['x', 'y'] } },
      },
      {
        '{}': [
          'schema-missing-key «{» T needs the key `a` in this object (The a).',
          'Add `a`: {"a":3}',
          'schema-missing-key «{» T needs the key `b` in this object.',
          'Add `b`: {"b":"x"}',
        ],
        '{"a":3}': ['schema-missing-key «{» T needs the key `b` in this object.', 'Add `b`: {"a":3,"b":"x"}'],
        '{"b":"x"$if(isError)$,"a":4$endif$}': [
          'schema-missing-key «{» T needs the key `a` in this object (The a) when `isError` is false.',
          'Add `a` where it is missing: {"b":"x"$if(isError)$,"a":4$else$,"a":3$endif$}',
        ],
        '{"$title$":1}': [
          'schema-unproved «{» T may refuse what is written here: it expects `a` (The a).',
          'schema-unproved «{» T may refuse what is written here: it expects `b`.',
          'schema-unproved «"$title$"» T may refuse what is written here: it expects keys that are written out.',
        ],
        '{"$title$":1,"a":3,"b":"x"}': [
          'schema-unproved «"$title$"» T may refuse what is written here: it expects keys that are written out.',
        ],
        '{"c":1}': [
          'schema-missing-key «{» T needs the key `a` in this object (The a).',
          'Add `a`: {"c":1,"a":3}',
          'schema-missing-key «{» T needs the key `b` in this object.',
          'Add `b`: {"c":1,"b":"x"}',
        ],
        '{"bb":1,"a":3}': [
          'schema-missing-key «{» T needs the key `b` in this object.',
          'Add `b`: {"bb":1,"a":3,"b":"x"}',
        ],
        '[]': [],
        '{"a":3,"b":"x"$for(link in links)$,"$link.url$":1$endfor$}': [
          'schema-unproved «"$link.url$"» T may refuse what is written here: it expects keys that are written out.',
        ],
      },
    ],
    [
      {
        required: ['s', 'o', 'l', 'n', 'f', 'z', 'i', 'q', 'p'],
        properties: {
          s: { type: 'string' },
          o: { type: 'object' },
          l: { type: 'array' },
          n: { type: 'number' },
          f: { type: 'boolean' },
          z: { type: 'null' },
          i: { type: 'integer', minimum: 2 },
          q: { allOf: [{ type: 'array' }] },
          p: { allOf: [{ const: 5 }] },
        },
      },
      {
        '{}': [
          'schema-missing-key «{» The schema needs the key `s` in this object.',
          'Add `s`: {"s":"…"}',
          'schema-missing-key «{» The schema needs the key `o` in this object.',
          'Add `o`: {"o":{}}',
          'schema-missing-key «{» The schema needs the key `l` in this object.',
          'Add `l`: {"l":[]}',
          'schema-missing-key «{» The schema needs the key `n` in this object.',
          'Add `n`: {"n":0}',
          'schema-missing-key «{» The schema needs the key `f` in this object.',
          'Add `f`: {"f":false}',
          'schema-missing-key «{» The schema needs the key `z` in this object.',
          'Add `z`: {"z":null}',
          'schema-missing-key «{» The schema needs the key `i` in this object.',
          'Add `i`: {"i":2}',
          'schema-missing-key «{» The schema needs the key `q` in this object.',
          'Add `q`: {"q":[]}',
          'schema-missing-key «{» The schema needs the key `p` in this object.',
          'Add `p`: {"p":5}',
        ],
      },
    ],
    [
      {
        required: ['d', 'n', 'i', 'e', 'g', 's', 'o', 'l', 'a', 'm'],
        properties: {
          n: { type: 'string', default: null },
          i: { type: ['integer', 'null'], default: 1.5, examples: ['7', 7] },
          d: { type: 'string', default: '$5' },
          e: { examples: ['now', 'then'] },
          g: { type: 'string', default: 'x'.repeat(300) },
          s: { type: 'string', minLength: 3 },
          o: { required: ['x'], properties: { x: { $ref: '#/$defs/x' } } },
          l: { type: 'array', minItems: 2, items: { type: 'boolean' } },
          a: { anyOf: [{ const: 'k' }, { type: 'number' }] },
          m: { type: 'number', exclusiveMinimum: 1 },
        },
        $defs: { x: { allOf: [{ type: 'integer' }, { maximum: -2 }] } },
      },
      {
        '{}': [
          'schema-missing-key «{» The schema needs the key `d` in this object.',
          'Add `d`: {"d":"\\$5"}',
          'schema-missing-key «{» The schema needs the key `n` in this object.',
          'Add `n`: {"n":"…"}',
          'schema-missing-key «{» The schema needs the key `i` in this object.',
          'Add `i`: {"i":7}',
          'schema-missing-key «{» The schema needs the key `e` in this object.',
          'Add `e`: {"e":"now"}',
          'schema-missing-key «{» The schema needs the key `g` in this object.',
          'Add `g`: {"g":"…"}',
          'schema-missing-key «{» The schema needs the key `s` in this object.',
          'Add `s`: {"s":"………"}',
          'schema-missing-key «{» The schema needs the key `o` in this object.',
          'Add `o`: {"o":{"x":-2}}',
          'schema-missing-key «{» The schema needs the key `l` in this object.',
          'Add `l`: {"l":[false,false]}',
          'schema-missing-key «{» The schema needs the key `a` in this object.',
          'Add `a`: {"a":"k"}',
          'schema-missing-key «{» The schema needs the key `m` in this object.',
          'Add `m`: {"m":2}',
        ],
      },
    ],
    [
      {
        required: ['block'],
        properties: { block: { $ref: '#/$defs/block' } },
        $defs: {
          block: {
            required: ['type'],
            properties: { type: { enum: ['header', 'divider'] } },
            allOf: [
              whether({ properties: { type: { const: 'divider' } } }, { required: ['width'] }),
              whether({ properties: { type: { const: 'header' } } }, { required: ['text'] }),
              whether({ required: ['at'] }, { required: ['zone'] }),
            ],
          },
        },
      },
      {
        '{}': [
          'schema-missing-key «{» The schema needs the key `block` in this object.',
          'Add `block`: {"block":{"type":"header","text":"…"}}',
        ],
      },
    ],
    [
      { required: ['a'], properties: { o: { properties: { a: {} } } } },
      {
        '{"o":1,$if(isError)$"a":1$else$"c":1$endif$}': [
          'schema-missing-key «{» The schema needs the key `a` in this object when `isError` is false.',
          'Add `a` where it is missing: {"o":1,$if(isError)$"a":1$else$"c":1,"a":"…"$endif$}',
        ],
        '{$if(isError)$"a":1,$endif$"o":{}}': [
          'schema-missing-key «{» The schema needs the key `a` in this object when `isError` is false.',
          'Add `a` where it is missing: {$if(isError)$"a":1,$else$"a":"…",$endif$"o":{}}',
        ],
        '{"o":1$if(isError)$,"a":1$elseif(isLate)$,"c":1$else$,"d":1$endif$}': [
          'schema-missing-key «{» The schema needs the key `a` in this object when `isError` is false.',
          'Add `a` where it is missing: {"o":1$if(isError)$,"a":1$elseif(isLate)$,"c":1,"a":"…"$else$,"d":1,"a":"…"$endif$}',
        ],
        '{"o":1$if(isError)$,"a":1$elseif(!isError)$,"c":1$endif$}': [
          'schema-missing-key «{» The schema needs the key `a` in this object when `isError` is false.',
          'Add `a` where it is missing: {"o":1$if(isError)$,"a":1$elseif(!isError)$,"c":1,"a":"…"$endif$}',
        ],
        '{"o":1$if(isError)$$if(isLate)$,"a":1$endif$$endif$}': [
          'schema-missing-key «{» The schema needs the key `a` in this object when `isLate` is false.',
          'Add `a` where it is missing: {"o":1$if(isError)$$if(isLate)$,"a":1$else$,"a":"…"$endif$$else$,"a":"…"$endif$}',
        ],
        '{"o":1$if(isError)$,"a":1$elseif(isLate)$,"c":1$if(note)$,"a":2$endif$$endif$}': [
          'schema-missing-key «{» The schema needs the key `a` in this object when `isError` is false and `note` is empty.',
          'Add `a` where it is missing: {"o":1$if(isError)$,"a":1$elseif(isLate)$,"c":1$if(note)$,"a":2$else$,"a":"…"$endif$$else$,"a":"…"$endif$}',
        ],
        '{"o":1$if(isError)$,"c":[$for(link in links)$ {"d":{"a":1}}$sep$,$endfor$],"a":1$endif$}': [
          'schema-missing-key «{» The schema needs the key `a` in this object when `isError` is false.',
          'Add `a` where it is missing: {"o":1$if(isError)$,"c":[$for(link in links)$ {"d":{"a":1}}$sep$,$endfor$],"a":1$else$,"a":"…"$endif$}',
        ],
        '{"c":1$if(isError)$,"o":{"a":1}$endif$}': [
          'schema-missing-key «{» The schema needs the key `a` in this object.',
          'Write `"a"`: {"a":1$if(isError)$,"o":{"a":1}$endif$}',
          'Add `a`: {"c":1$if(isError)$,"o":{"a":1}$endif$,"a":"…"}',
        ],
      },
    ],
    [
      { required: ['name'], properties: { name: { type: 'string' } }, additionalProperties: false },
      {
        '{"nmae":""}': [
          'schema-missing-key «{» The schema needs the key `name` in this object.',
          'Write `"name"`: {"name":""}',
        ],
        '{"nmae":"","name":""}': [
          'schema-unknown-key «"nmae"» The schema does not take the key `nmae` here: it takes `name`.',
        ],
        '{"other":1,"name":""}': [
          'schema-unknown-key «"other"» The schema does not take the key `other` here: it takes `name`.',
        ],
        '{"name":"","nmae":1}': [
          'schema-unknown-key «"nmae"» The schema does not take the key `nmae` here: it takes `name`.',
        ],
      },
    ],
    [
      { additionalProperties: false },
      {
        '{"a":1}': [
          'schema-unknown-key «"a"» The schema does not take the key `a` here: it takes no other keys.',
        ],
        '{}': [],
        '{"$title$":1}': ['schema-value «1» The schema expects no value here, but found `1`.'],
      },
    ],
    [
      { properties: { a: { type: 'string' }, b: { type: 'string' } }, additionalProperties: false },
      {
        '{"c":1}': ['schema-unknown-key «"c"» The schema does not take the key `c` here: it takes `a`, `b`.'],
        '{"aa":1}': [
          'schema-unknown-key «"aa"» The schema does not take the key `aa` here: it takes `a`, `b`.',
        ],
        '{"a":""$if(isError)$,"c":1$endif$}': [
          'schema-unknown-key «"c"» The schema does not take the key `c` here: it takes `a`, `b` when `isError` is true.',
        ],
      },
    ],
    [
      {
        anyOf: [
          { properties: { a: { type: 'string' } }, additionalProperties: false },
          { properties: { b: { type: 'string' } }, additionalProperties: false },
        ],
      },
      {
        '{"c":1}': ['schema-unknown-key «"c"» The schema does not take the key `c` here: it takes `a`.'],
        '{"a":""}': [],
        '{"a":"","b":""}': [
          'schema-unknown-key «"b"» The schema does not take the key `b` here: it takes `a`.',
        ],
        '{$if(isError)$"a"$else$"b"$endif$:""}': [],
      },
    ],
    [
      { additionalProperties: { type: 'string' } },
      {
        '{"$title$":1}': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: {"$title$":"1"}',
        ],
        '{"$title$":""}': [],
        '{"a$title$b":""}': [],
        '{"a$title$b":1}': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: {"a$title$b":"1"}',
        ],
        '{"a":1}': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: {"a":"1"}',
        ],
      },
    ],
    [
      { properties: { a: { type: 'string' } }, additionalProperties: { type: 'string' } },
      {
        '{"$title$":""}': [
          'schema-unproved «"$title$"» The schema may refuse what is written here: it expects keys that are written out.',
        ],
        '{"a":1}': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: {"a":"1"}',
        ],
        '{"b":1}': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: {"b":"1"}',
        ],
      },
    ],
    [
      { patternProperties: { '^a': { type: 'string' } } },
      {
        '{"ab":1}': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: {"ab":"1"}',
        ],
        '{"b":1}': [],
        '{"$title$":1}': [
          'schema-unproved «"$title$"» The schema may refuse what is written here: it expects keys that are written out.',
        ],
        '{"ab":""}': [],
      },
    ],
    [
      {
        patternProperties: { '^a': { type: 'string' }, b$: { maxLength: 1 } },
        additionalProperties: { type: 'number' },
      },
      {
        '{"ab":"xx"}': [
          'schema-length «"xx"» The schema expects at most one character here, but found `"xx"`.',
        ],
        '{"ab":"x"}': [],
        '{"c":1}': [],
        '{"c":"1"}': [
          'schema-type «"1"» The schema expects a number here, but found `"1"`.',
          'Remove the quotes: {"c":1}',
        ],
        '{"b":1}': [],
      },
    ],
    [
      { patternProperties: { '((a?){30})+$': { type: 'string' } } },
      {
        '{"aaaa!":1}': [
          'schema-unproved «"aaaa!"» The schema may refuse what is written here: it expects keys of which `aaaa!` may be none.',
        ],
      },
    ],
    [
      { anyOf: [{ patternProperties: { '((a?){30})+$': { type: 'string' } } }, { type: 'null' }] },
      {
        '{"aaaa!":1}': [
          'schema-unproved «"aaaa!"» The schema may refuse what is written here: it expects keys of which `aaaa!` may be none.',
        ],
      },
    ],
    [
      { propertyNames: { maxLength: 2 } },
      {
        '{"abc":1}': [
          'schema-length «"abc"» The schema expects at most 2 characters here, but found `"abc"`.',
        ],
        '{"ab":1}': [],
        '{"$title$":1}': [
          'schema-unproved «"$title$"» The schema may refuse what is written here: it expects keys that are written out.',
        ],
        '{"a$title$":1}': [
          'schema-unproved «"a$title$"» The schema may refuse what is written here: it expects keys that are written out.',
        ],
        '{"\\ud83d\\ude00a":1}': [],
      },
    ],
    [
      { propertyNames: {} },
      {
        '{"$title$":1}': [],
      },
    ],
    [
      { propertyNames: { anyOf: [{ const: 'a' }, { const: 'b' }] } },
      {
        '{"c":1}': ['schema-value «"c"» The schema expects `"a"` or `"b"` here, but found `"c"`.'],
        '{"a":1}': [],
      },
    ],
    [
      { anyOf: [{ propertyNames: { maxLength: 2 } }, { type: 'null' }] },
      {
        '{"abc":1}': [
          'schema-length «"abc"» The schema expects at most 2 characters here, but found `"abc"`.',
        ],
        '{"ab":1}': [],
        '{"$title$":1}': [
          'schema-unproved «"$title$"» The schema may refuse what is written here: it expects keys that are written out.',
        ],
      },
    ],
    [
      { dependentRequired: { a: ['b', 'c'] }, properties: { b: { type: 'number', description: 'The b.' } } },
      {
        '{"a":1}': [
          'schema-missing-key «{» The schema needs the key `b` in this object, since `a` needs it (The b).',
          'Add `b`: {"a":1,"b":0}',
          'schema-missing-key «{» The schema needs the key `c` in this object, since `a` needs it.',
          'Add `c`: {"a":1,"c":"…"}',
        ],
        '{"a":1,"b":1}': [
          'schema-missing-key «{» The schema needs the key `c` in this object, since `a` needs it.',
          'Add `c`: {"a":1,"b":1,"c":"…"}',
        ],
        '{$if(isError)$"a":1$endif$}': [
          'schema-missing-key «{» The schema needs the key `b` in this object, since `a` needs it (The b) when `isError` is true.',
          'schema-missing-key «{» The schema needs the key `c` in this object, since `a` needs it when `isError` is true.',
        ],
        '{"$title$":1}': [
          'schema-unproved «{» The schema may refuse what is written here: it expects `b` beside `a` (The b).',
          'schema-unproved «{» The schema may refuse what is written here: it expects `c` beside `a`.',
          'schema-unproved «"$title$"» The schema may refuse what is written here: it expects keys that are written out.',
        ],
        '{"a":1$if(isError)$,"b":1,"c":1$endif$}': [
          'schema-missing-key «{» The schema needs the key `b` in this object, since `a` needs it (The b) when `isError` is false.',
          'Add `b` where it is missing: {"a":1$if(isError)$,"b":1,"c":1$else$,"b":0$endif$}',
          'schema-missing-key «{» The schema needs the key `c` in this object, since `a` needs it when `isError` is false.',
          'Add `c` where it is missing: {"a":1$if(isError)$,"b":1,"c":1$else$,"c":"…"$endif$}',
        ],
        '{"b":1}': [],
        '{"$title$":1,"a":1}': [
          'schema-unproved «{» The schema may refuse what is written here: it expects `b` beside `a` (The b).',
          'schema-unproved «{» The schema may refuse what is written here: it expects `c` beside `a`.',
          'schema-unproved «"$title$"» The schema may refuse what is written here: it expects keys that are written out.',
        ],
        '{$if(isError)$"a":1,$endif$"b":1,"c":1}': [],
      },
    ],
    [
      { dependentSchemas: { a: { required: ['b'] } } },
      {
        '{"a":1}': [
          'schema-missing-key «{» The schema needs the key `b` in this object.',
          'Add `b`: {"a":1,"b":"…"}',
        ],
        '{"a":1,"b":1}': [],
        '{$if(isError)$"a":1$endif$}': [
          'schema-missing-key «{» The schema needs the key `b` in this object when `isError` is true.',
        ],
        '{"$title$":1}': ['schema-unproved «{» The schema may refuse what is written here: it expects `b`.'],
        '{$if(isError)$"a":1,"b":1$endif$}': [],
        '1': [],
        '[]': [],
        $place$: [],
      },
    ],
    [
      { unevaluatedProperties: false, allOf: [{ properties: { a: { type: 'string' } } }] },
      {
        '{"a":""}': [],
        '{"b":1}': [
          'schema-unproved «"b"» The schema may refuse what is written here: it expects keys of which `b` may be none.',
        ],
        '{"$title$":1}': [
          'schema-unproved «"$title$"» The schema may refuse what is written here: it expects keys that are written out.',
        ],
      },
    ],
    [
      { unevaluatedProperties: { type: 'string' }, properties: { a: { type: 'number' } } },
      {
        '{"a":1}': [],
        '{"b":1}': [
          'schema-unproved «"b"» The schema may refuse what is written here: it expects keys of which `b` may be none.',
        ],
        '{"b":""}': [
          'schema-unproved «"b"» The schema may refuse what is written here: it expects keys of which `b` may be none.',
        ],
      },
    ],
    [
      { unevaluatedProperties: {} },
      {
        '{"a":1}': [],
        '{"$title$":1}': [
          'schema-unproved «"$title$"» The schema may refuse what is written here: it expects keys that are written out.',
        ],
      },
    ],
    [
      { unevaluatedProperties: false, allOf: [{ additionalProperties: { type: 'string' } }] },
      {
        '{"a":""}': [],
        '{"a":1}': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: {"a":"1"}',
        ],
      },
    ],
    [
      { unevaluatedProperties: false, allOf: [{ allOf: [{ properties: { a: { type: 'string' } } }] }] },
      {
        '{"a":""}': [],
        '{"b":1}': [
          'schema-unproved «"b"» The schema may refuse what is written here: it expects keys of which `b` may be none.',
        ],
      },
    ],
  ],
  'keys that stand twice': [
    [
      { type: 'object', properties: { a: { type: 'string' } } },
      {
        '{"a":"","a":""}': [
          'schema-repeated-key «"a"» This object has the key `a` a second time: receivers keep only one of them, so remove the other.',
          'It is already given here: «"a"»',
        ],
        '{"a":""$if(isError)$,"a":""$endif$}': [
          'schema-repeated-key «"a"» This object has the key `a` a second time: receivers keep only one of them, so remove the other when `isError` is true.',
          'It is already given here: «"a"»',
        ],
        '{$if(isError)$"a":"",$endif$"a":""}': [
          'schema-repeated-key «"a"» This object has the key `a` a second time: receivers keep only one of them, so remove the other when `isError` is true.',
          'It is already given here: «"a"»',
        ],
        '{$if(isError)$"a":""$else$"b":""$endif$,"a":""}': [
          'schema-repeated-key «"a"» This object has the key `a` a second time: receivers keep only one of them, so remove the other when `isError` is true.',
          'It is already given here: «"a"»',
        ],
        '{$for(link in links)$"a":""$sep$,$endfor$}': [
          'schema-repeated-key «"a"» This object has the key `a` a second time: receivers keep only one of them, so remove the other when `links` has items, from the second item on.',
          'It is already given here: «"a"»',
        ],
        '{"b":""$for(link in links)$,"a":""$endfor$}': [
          'schema-unproved «"a"» The schema may refuse what is written here: it expects each key once, but this may be `a` a second time when `links` has items.',
          'It is already given here: «"a"»',
        ],
        '{"b":""$for(link in links; max="1")$,"a":""$endfor$}': [],
        '{"b":""$for(link in links)$,"a":""$endfor$,"a":""}': [
          'schema-unproved «"a"» The schema may refuse what is written here: it expects each key once, but this may be `a` a second time when `links` has items.',
          'It is already given here: «"a"»',
          'schema-repeated-key «"a"» This object has the key `a` a second time: receivers keep only one of them, so remove the other when `links` has items.',
          'It is already given here: «"a"»',
        ],
        '{"a":""$for(link in links)$,"b":{"a":""}$endfor$}': [
          'schema-unproved «"b"» The schema may refuse what is written here: it expects each key once, but this may be `b` a second time when `links` has items.',
          'It is already given here: «"b"»',
        ],
        '{"\\u0061":"","a":""}': [
          'schema-repeated-key «"a"» This object has the key `a` a second time: receivers keep only one of them, so remove the other.',
          'It is already given here: «"\\u0061"»',
        ],
      },
    ],
  ],
  'words that are not of JSON Schema': [
    [
      { foo: 1, bar: 2 },
      {
        '1': [
          'schema-unproved «1» The schema may refuse what is written here: it expects what `foo`, `bar` asks, which is not a word of JSON Schema.',
        ],
        '"a"': [
          'schema-unproved «"a"» The schema may refuse what is written here: it expects what `foo`, `bar` asks, which is not a word of JSON Schema.',
        ],
        '[]': [
          'schema-unproved «[]» The schema may refuse what is written here: it expects what `foo`, `bar` asks, which is not a word of JSON Schema.',
        ],
        '{}': [
          'schema-unproved «{}» The schema may refuse what is written here: it expects what `foo`, `bar` asks, which is not a word of JSON Schema.',
        ],
        $any$: [
          'schema-unproved «$any$» The schema may refuse what is written here: it expects what `foo`, `bar` asks, which is not a word of JSON Schema.',
        ],
        $links$: [
          'schema-unproved «$links$» The schema may refuse what is written here: it expects what `foo`, `bar` asks, which is not a word of JSON Schema.',
        ],
      },
    ],
    [
      { anyOf: [{ foo: 1 }, { type: 'string' }] },
      {
        '1': [
          'schema-unproved «1» The schema may refuse what is written here: it expects what `foo` asks, which is not a word of JSON Schema.',
        ],
        '"a"': [],
        '[]': [
          'schema-unproved «[]» The schema may refuse what is written here: it expects what `foo` asks, which is not a word of JSON Schema.',
        ],
        '{}': [
          'schema-unproved «{}» The schema may refuse what is written here: it expects what `foo` asks, which is not a word of JSON Schema.',
        ],
      },
    ],
    [
      { anyOf: [{ foo: 1, type: 'object' }, { type: 'string' }] },
      {
        '{}': [
          'schema-unproved «{}» The schema may refuse what is written here: it expects what `foo` asks, which is not a word of JSON Schema.',
        ],
        '[]': [
          'schema-type «[]» The schema expects an object in `{` and `}` or text in quotes here, but found a list.',
        ],
        '1': [
          'schema-type «1» The schema expects an object in `{` and `}` or text in quotes here, but found `1`.',
          'Put it in quotes: "1"',
        ],
      },
    ],
    [
      { 'x-foo': 1 },
      {
        '1': [],
        $links$: [],
      },
    ],
  ],
  'what joins': [
    [
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } } },
      {
        '{"$if(isError)$a$else$b$endif$":1}': [
          'schema-type «1» The schema expects text in quotes here, but found `1` when `isError` is true.',
        ],
        '{"$if(isError)$$title$$else$b$endif$":1}': [
          'schema-unproved «"$if(isError)$$title$$else$b$endif$"» The schema may refuse what is written here: it expects keys that are written out.',
        ],
        '{$if(isError)$"a"$else$"b"$endif$:1}': [
          'schema-type «1» The schema expects text in quotes here, but found `1` when `isError` is true.',
        ],
        '{"a$if(isError)$b$endif$":1}': [
          'schema-type «1» The schema expects text in quotes here, but found `1` when `isError` is false.',
          'Put it in quotes: {"a$if(isError)$b$endif$":"1"}',
        ],
        '{"a" :1}': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: {"a" :"1"}',
        ],
        '{ "a" : 1 , "b" : 1 }': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: { "a" : "1" , "b" : 1 }',
        ],
        '{$title$:1}': [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects keys that are written out.',
        ],
        '{ $title$ : 1}': [
          'schema-unproved «$title$» The schema may refuse what is written here: it expects keys that are written out.',
        ],
        '{"b":1,$title$:1}': [
          'json-value-key «$title$» A value used as a key may be `b`, and would then replace that member: name the key yourself.',
          'That member is here: «"b"»',
          'schema-unproved «$title$» The schema may refuse what is written here: it expects keys that are written out.',
        ],
      },
    ],
    [
      { required: ['a'] },
      {
        '{$if(isError)$"$title$":1,$endif$"b":1}': [
          'schema-missing-key «{» The schema needs the key `a` in this object when `isError` is false.',
          'Write `"a"`: {$if(isError)$"$title$":1,$endif$"a":1}',
          'Add `a`: {$if(isError)$"$title$":1,$endif$"b":1,"a":"…"}',
        ],
        '{$if(isError)$"b":1$else$"b":2,"$title$":1$endif$}': [
          'schema-unproved «{» The schema may refuse what is written here: it expects `a`.',
          'json-value-key «"$title$"» A value used as a key may be `b`, and would then replace that member: name the key yourself.',
          'That member is here: «"b"»',
        ],
        '{"b":1$for(link in links)$,"$link.url$":1$endfor$}': [
          'schema-unproved «{» The schema may refuse what is written here: it expects `a`.',
          'json-value-key «"$link.url$"» A value used as a key may be `b`, and would then replace that member: name the key yourself.',
          'That member is here: «"b"»',
        ],
        '{"$title$":1$for(link in links)$,"c":1$endfor$}': [
          'schema-unproved «{» The schema may refuse what is written here: it expects `a`.',
          'schema-unproved «"c"» The schema may refuse what is written here: it expects each key once, but this may be `c` a second time when `links` has items.',
          'It is already given here: «"c"»',
        ],
        '{$if(isError)$"a":1,$endif$"b":1$for(link in links; max="1")$,"a":1$endfor$}': [
          'schema-missing-key «{» The schema needs the key `a` in this object when `isError` is false and `links` is empty.',
          'schema-repeated-key «"a"» This object has the key `a` a second time: receivers keep only one of them, so remove the other when `isError` is true and `links` has items.',
          'It is already given here: «"a"»',
        ],
        '{"b":1$for(link in links)$$if(isError)$,"a":1$endif$$endfor$}': [
          'schema-missing-key «{» The schema needs the key `a` in this object when `isError` is false.',
          'schema-unproved «"a"» The schema may refuse what is written here: it expects each key once, but this may be `a` a second time when `links` has items and `isError` is true.',
          'It is already given here: «"a"»',
        ],
        '{"b":1$for(link in links)$$if(link.number == 1)$,"a":1$endif$$endfor$}': [
          'schema-missing-key «{» The schema needs the key `a` in this object when `link.number` is 1.',
        ],
        // A later item may come after one whose key may be `a`.
        '{"b":""$for(link in links)$$if(link.number == 1)$,"c":""$elseif(link.number == 2)$,"$title$":""$else$,"d":1$endif$$endfor$}':
          [
            'schema-unproved «{» The schema may refuse what is written here: it expects `a`.',
            'schema-unproved «"d"» The schema may refuse what is written here: it expects each key once, but this may be `d` a second time when `links` has items and `link.number` is 3 or more.',
            'It is already given here: «"d"»',
            'schema-repeated-key «"d"» This object has the key `d` a second time: receivers keep only one of them, so remove the other when `links` has items and `link.number` is 3 or more, from the third item on.',
            'It is already given here: «"d"»',
          ],
        '{"b":1$for(link in links; max="1")$,"a":1$endfor$}': [
          'schema-missing-key «{» The schema needs the key `a` in this object when `links` is empty.',
        ],
        '$if(links)${"b":1$for(link in links; max="1")$,"a":1$endfor$}$else${"a":1}$endif$': [],
      },
    ],
    [
      { anyOf: [{ items: { type: 'boolean' } }, { type: 'string' }] },
      {
        '[$if(isError)$true$else$"a"$endif$]': [
          'schema-type «"a"» The schema expects `true` or `false` here, but found `"a"` when `isError` is false.',
        ],
        '[$if(isError)$"a"$else$true$endif$]': [
          'schema-type «"a"» The schema expects `true` or `false` here, but found `"a"` when `isError` is true.',
        ],
        '[true$for(link in links)$,$if(link.number == 1)$"a"$else$true$endif$$endfor$]': [
          'schema-type «"a"» The schema expects `true` or `false` here, but found `"a"` when `links` has items and `link.number` is 2 or more.',
          'schema-unproved «"a"» The schema may refuse what is written here: it expects `true` or `false`, but this may be `"a"` when `links` has items and `link.number` is 1.',
        ],
        '[true$for(link in links)$$if(link.number == 1)$,"a"$else$,true$endif$$endfor$]': [
          'schema-type «"a"» The schema expects `true` or `false` here, but found `"a"` when `links` has items and `link.number` is 2 or more.',
          'schema-unproved «"a"» The schema may refuse what is written here: it expects `true` or `false`, but this may be `"a"` when `links` has items and `link.number` is 1.',
        ],
      },
    ],
    [
      { anyOf: [{ items: { type: ['number', 'array'] } }, { type: 'string' }] },
      {
        '$if(isError)$["a",[$else$[1,[$endif$]]': [
          'schema-type «"a"» The schema expects a number or a list in `[` and `]` here, but found `"a"` when `isError` is true.',
        ],
        '$if(isError)$[1,[$else$["a",[$endif$]]': [
          'schema-type «"a"» The schema expects a number or a list in `[` and `]` here, but found `"a"` when `isError` is false.',
        ],
      },
    ],
    [
      { uniqueItems: true },
      {
        '[$if(isError)$true$else$false$endif$,true]': [
          'schema-unproved «[$if(isError)$true$else$false$endif$,true]» The schema may refuse what is written here: it expects each item once, but this may be items that may be equal.',
        ],
        '[$if(isError)$true$else$false$endif$,null]': [
          'schema-unproved «[$if(isError)$true$else$false$endif$,null]» The schema may refuse what is written here: it expects each item once, but this may be items that may be equal.',
        ],
        '[$if(isError)$true,false$else$true,null$endif$,"a"]': [
          'schema-unproved «[$if(isError)$true,false$else$true,null$endif$,"a"]» The schema may refuse what is written here: it expects each item once, but this may be items that may be equal.',
        ],
        '[1$for(link in links; max="1")$,1$endfor$]': [
          'schema-unproved «[1$for(link in links; max="1")$,1$endfor$]» The schema may refuse what is written here: it expects each item once, but this may be items that may be equal.',
        ],
        '[1$for(link in links; max="1")$,2$endfor$]': [
          'schema-unproved «[1$for(link in links; max="1")$,2$endfor$]» The schema may refuse what is written here: it expects each item once, but this may be items that may be equal when `links` has items.',
        ],
      },
    ],
    [
      { pattern: '^[a-h][1-8]$' },
      {
        '"$file$$rank$"': [],
        '"$file$$rank$$if(isError)$!$endif$"': [
          'schema-unproved «"$file$$rank$$if(isError)$!$endif$"» The schema may refuse what is written here: it expects text that matches `^[a-h][1-8]$`, but this may be a text of up to 3 characters.',
        ],
        '"$level$$level$"': [
          'schema-pattern «"$level$$level$"» The schema expects text that matches `^[a-h][1-8]$` here, but found `"highhigh"`.',
          'schema-pattern «"$level$$level$"» The schema expects text that matches `^[a-h][1-8]$` here, but found `"highlow"`.',
          'schema-pattern «"$level$$level$"» The schema expects text that matches `^[a-h][1-8]$` here, but found `"lowhigh"`.',
          'schema-pattern «"$level$$level$"» The schema expects text that matches `^[a-h][1-8]$` here, but found `"lowlow"`.',
        ],
      },
    ],
    [
      { enum: ['highhigh', 'lowlow'] },
      {
        '"$level$$level$"': [
          'schema-value «"$level$$level$"» The schema expects one of `"highhigh"`, `"lowlow"` here, but found `"highlow"`.',
          'schema-value «"$level$$level$"» The schema expects one of `"highhigh"`, `"lowlow"` here, but found `"lowhigh"`.',
        ],
        '"$level$$if(isError)$high$else$low$endif$"': [
          'schema-value «"$level$$if(isError)$high$else$low$endif$"» The schema expects one of `"highhigh"`, `"lowlow"` here, but found `"lowhigh"` when `isError` is true.',
          'schema-value «"$level$$if(isError)$high$else$low$endif$"» The schema expects one of `"highhigh"`, `"lowlow"` here, but found `"highlow"` when `isError` is false.',
        ],
      },
    ],
    [
      { minLength: 2, maxLength: 3 },
      {
        '"$file$$rank$$if(isError)$!$endif$"': [],
        '"$file$$if(isError)$!$endif$$rank$"': [],
        '"$file$$if(isError)$!$endif$$rank$$if(isLate)$$title$$endif$"': [
          'schema-unproved «"$file$$if(isError)$!$endif$$rank$$if(isLate)$$title$$endif$"» The schema may refuse what is written here: it expects 2 to 3 characters, but this may be a text of any length when `isLate` is true.',
        ],
        '"$file$$if(isError)$!$endif$$for(link in links; max="1")$$rank$$endfor$"': [
          'schema-length «"$file$$if(isError)$!$endif$$for(link in links; max="1")$$rank$$endfor$"» The schema expects 2 to 3 characters here, but found `"a"` when `isError` is false and `links` is empty.',
          'schema-length «"$file$$if(isError)$!$endif$$for(link in links; max="1")$$rank$$endfor$"» The schema expects 2 to 3 characters here, but found `"b"` when `isError` is false and `links` is empty.',
          'schema-length «"$file$$if(isError)$!$endif$$for(link in links; max="1")$$rank$$endfor$"» The schema expects 2 to 3 characters here, but found `"c"` when `isError` is false and `links` is empty.',
          'schema-length «"$file$$if(isError)$!$endif$$for(link in links; max="1")$$rank$$endfor$"» The schema expects 2 to 3 characters here, but found `"d"` when `isError` is false and `links` is empty.',
          'schema-length «"$file$$if(isError)$!$endif$$for(link in links; max="1")$$rank$$endfor$"» The schema expects 2 to 3 characters here, but found `"e"` when `isError` is false and `links` is empty.',
          'schema-length «"$file$$if(isError)$!$endif$$for(link in links; max="1")$$rank$$endfor$"» The schema expects 2 to 3 characters here, but found `"f"` when `isError` is false and `links` is empty.',
          'schema-length «"$file$$if(isError)$!$endif$$for(link in links; max="1")$$rank$$endfor$"» The schema expects 2 to 3 characters here, but found `"g"` when `isError` is false and `links` is empty.',
          'schema-length «"$file$$if(isError)$!$endif$$for(link in links; max="1")$$rank$$endfor$"» The schema expects 2 to 3 characters here, but found `"h"` when `isError` is false and `links` is empty.',
        ],
        '"$file$$for(link in links; max="1")$$rank$$endfor$"': [
          'schema-unproved «"$file$$for(link in links; max="1")$$rank$$endfor$"» The schema may refuse what is written here: it expects 2 to 3 characters, but this may be a text of only one character.',
        ],
        '"$file$$rank$$for(link in links; max="1")$a$endfor$"': [],
      },
    ],
  ],
  lists: [
    [
      { maxItems: 3 },
      {
        '$if(links)$[1$for(link in links)$,1$endfor$]$else$[]$endif$': [
          'schema-unproved «[1$for(link in links)$,1$endfor$]» The schema may refuse what is written here: it expects at most 3 items, but this may be 2 or more items when `links` has items.',
          'At most 2 items: $if(links)$[1$for(link in links; max="2")$,1$endfor$]$else$[]$endif$',
        ],
        '[1$for(link in links)$,1$for(name in link.names)$,2$endfor$$endfor$]': [
          'schema-unproved «[1$for(link in links)$,1$for(name in link.names)$,2$endfor$$endfor$]» The schema may refuse what is written here: it expects at most 3 items, but this may be 3 or more items when `links` has items.',
          'schema-unproved «[1$for(link in links)$,1$for(name in link.names)$,2$endfor$$endfor$]» The schema may refuse what is written here: it expects at most 3 items, but this may be 1 or more items.',
        ],
        '[1$for(link in links; max="2")$$for(name in link.names)$,"a"$endfor$$endfor$]': [
          'schema-unproved «[1$for(link in links; max="2")$$for(name in link.names)$,"a"$endfor$$endfor$]» The schema may refuse what is written here: it expects at most 3 items, but this may be 2 or more items when `links` has items.',
        ],
        '[1$for(link in links; max="1")$$for(name in link.names)$,"a"$endfor$$endfor$]': [
          'schema-unproved «[1$for(link in links; max="1")$$for(name in link.names)$,"a"$endfor$$endfor$]» The schema may refuse what is written here: it expects at most 3 items, but this may be 2 or more items when `links` has items.',
        ],
        '[1$for(link in links; max="1")$$for(name in link.names; max="2")$,"a"$endfor$$endfor$]': [],
        '[1$for(link in links; max="2")$$for(name in link.names; max="1")$,"a"$endfor$$endfor$]': [],
        '[1$for(link in links; max="3")$$for(name in link.names; max="1")$,"a"$endfor$$endfor$]': [
          'schema-unproved «[1$for(link in links; max="3")$$for(name in link.names; max="1")$,"a"$endfor$$endfor$]» The schema may refuse what is written here: it expects at most 3 items, but this may be 2 to 6 items when `links` has items.',
        ],
        '[1$if(isError)$,1$else$$for(link in links)$,1$endfor$$endif$]': [
          'schema-unproved «[1$if(isError)$,1$else$$for(link in links)$,1$endfor$$endif$]» The schema may refuse what is written here: it expects at most 3 items, but this may be 1 or more items.',
          'At most 2 items: [1$if(isError)$,1$else$$for(link in links; max="2")$,1$endfor$$endif$]',
        ],
        '[1,2$if(isError)$$for(link in links)$,1$endfor$$endif$]': [
          'schema-unproved «[1,2$if(isError)$$for(link in links)$,1$endfor$$endif$]» The schema may refuse what is written here: it expects at most 3 items, but this may be 3 or more items when `isError` is true and `links` has items.',
          'At most 1 item: [1,2$if(isError)$$for(link in links; max="1")$,1$endfor$$endif$]',
        ],
        '[$for(link in links; max="2")$1,$sep$2,$endfor$ 3]': [
          'schema-unproved «[$for(link in links; max="2")$1,$sep$2,$endfor$ 3]» The schema may refuse what is written here: it expects at most 3 items, but this may be 2 to 4 items when `links` has items.',
        ],
        '[$for(link in links; max="3")$1$sep$,$endfor$]': [],
        '[$for(link in links; max="4")$1$sep$,$endfor$]': [
          'schema-unproved «[$for(link in links; max="4")$1$sep$,$endfor$]» The schema may refuse what is written here: it expects at most 3 items, but this may be 1 to 4 items when `links` has items.',
        ],
        '[1$for(link in links; max="2")$$if(link.number == 2)$,1$endif$,1$endfor$]': [],
      },
    ],
    [
      { items: { maxItems: 1 } },
      {
        '[[1$for(link in links)$],[1$endfor$]]': [],
        '[[$for(link in links)$1],[$endfor$]]': [],
        '[[1$for(link in links)$,2],[1$endfor$]]': [
          'schema-count «[1$for(link in links)$,2]» The schema expects at most one item here, but found 2 items when `links` has items.',
        ],
      },
    ],
    [
      { items: { anyOf: [{ maxItems: 1 }, { type: 'string' }] } },
      {
        '[[1$for(link in links)$],[1$endfor$]]': [],
        '[[1$for(link in links)$,2],[1$endfor$]]': [
          'schema-count «[1$for(link in links)$,2]» The schema expects at most one item here, but found 2 items when `links` has items.',
        ],
      },
    ],
    [
      { items: { minLength: 2 } },
      {
        '["aa$for(link in links)$$if(link.number == 1)$b$else$","c$endif$$endfor$"]': [
          'schema-unproved «"aa$for(link in links)$$if(link.number == 1)$b$else$"» The schema may refuse what is written here: it expects at least 2 characters, but this may be a text of any length when `links` has items and `link.number` is 2 or more.',
          'schema-unproved «"aa$for(link in links)$$if(link.number == 1)$b$else$","c$endif$$endfor$"» The schema may refuse what is written here: it expects at least 2 characters, but this may be a text of any length when `links` has items.',
        ],
        '["aa$for(link in links)$$if(link.number == 1)$b$else$","cc$endif$$endfor$"]': [
          'schema-unproved «"aa$for(link in links)$$if(link.number == 1)$b$else$"» The schema may refuse what is written here: it expects at least 2 characters, but this may be a text of any length when `links` has items and `link.number` is 2 or more.',
          'schema-unproved «"aa$for(link in links)$$if(link.number == 1)$b$else$","cc$endif$$endfor$"» The schema may refuse what is written here: it expects at least 2 characters, but this may be a text of any length when `links` has items.',
        ],
        '["aa$for(link in links)$$if(link.number == 1)$","cc$else$b$endif$$endfor$"]': [
          'schema-unproved «"aa$for(link in links)$$if(link.number == 1)$"» The schema may refuse what is written here: it expects at least 2 characters, but this may be a text of any length when `links` has items and `link.number` is 1.',
          'schema-unproved «"cc$else$b$endif$$endfor$"» The schema may refuse what is written here: it expects at least 2 characters, but this may be a text of any length when `links` has items.',
        ],
        '["a$for(link in links)$b$endfor$"]': [
          'schema-length «"a$for(link in links)$b$endfor$"» The schema expects at least 2 characters here, but found `"a"` when `links` is empty.',
        ],
        '["a$for(link in links)$","b$endfor$"]': [
          'schema-unproved «"a$for(link in links)$"» The schema may refuse what is written here: it expects at least 2 characters, but this may be a text of any length when `links` has items.',
          'schema-length «"b$endfor$"» The schema expects at least 2 characters here, but found `"b"` when `links` has items.',
          'schema-length «"b$endfor$"» The schema expects at least 2 characters here, but found `"a"` when `links` is empty.',
        ],
      },
    ],
    [
      { maxLength: 3 },
      {
        '"a$for(link in links; max="2")$b$endfor$"': [],
        '"a$for(link in links; max="3")$b$endfor$"': [
          'schema-unproved «"a$for(link in links; max="3")$b$endfor$"» The schema may refuse what is written here: it expects at most 3 characters, but this may be a text of up to 4 characters when `links` has items.',
        ],
        '"$for(link in links; max="2")$$if(isError)$a$else$b$endif$$endfor$"': [],
        '"$for(link in links; max="2")$$if(isError)$a$else$bb$endif$$endfor$"': [
          'schema-unproved «"$for(link in links; max="2")$$if(isError)$a$else$bb$endif$$endfor$"» The schema may refuse what is written here: it expects at most 3 characters, but this may be a text of up to 4 characters when `links` has items.',
        ],
        '"$for(link in links)$a$endfor$"': [
          'schema-unproved «"$for(link in links)$a$endfor$"» The schema may refuse what is written here: it expects at most 3 characters, but this may be a text of any length when `links` has items.',
        ],
        '"\\u00$for(link in links; max="2")$41\\u00$endfor$42"': [
          'schema-unproved «"\\u00$for(link in links; max="2")$41\\u00$endfor$42"» The schema may refuse what is written here: it expects at most 3 characters, but this may be a text of up to 18 characters when `links` has items.',
        ],
        '"\\u00$for(link in links; max="3")$41\\u00$endfor$42"': [
          'schema-unproved «"\\u00$for(link in links; max="3")$41\\u00$endfor$42"» The schema may refuse what is written here: it expects at most 3 characters, but this may be a text of up to 24 characters when `links` has items.',
        ],
        '"\\u00$if(isError)$41$else$42$endif$bc"': [],
        '"\\u00$if(isError)$41$else$42$endif$bcd"': [
          'schema-length «"\\u00$if(isError)$41$else$42$endif$bcd"» The schema expects at most 3 characters here, but found `"Abcd"` when `isError` is true.',
          'schema-length «"\\u00$if(isError)$41$else$42$endif$bcd"» The schema expects at most 3 characters here, but found `"Bbcd"` when `isError` is false.',
        ],
        '"$title; max="2"$\\u00$for(link in links; max="1")$41\\u00$endfor$42"': [
          'schema-unproved «"$title; max="2"$\\u00$for(link in links; max="1")$41\\u00$endfor$42"» The schema may refuse what is written here: it expects at most 3 characters, but this may be a text of up to 4 characters when `links` has items.',
          'Cut it to what fits: "$title; max="1"$\\u00$for(link in links; max="1")$41\\u00$endfor$42"',
        ],
        '"$for(link in links; max="2")$\\ud83d\\ude00$endfor$"': [],
        '"\\ud83d$for(link in links; max="2")$\\ude00\\ud83d$endfor$"': [
          'schema-unproved «"\\ud83d$for(link in links; max="2")$\\ude00\\ud83d$endfor$"» The schema may refuse what is written here: it expects at most 3 characters, but this may be a text of up to 5 characters when `links` has items.',
        ],
      },
    ],
    [
      { minLength: 3 },
      {
        '"ab\\ud83d$title$"': [
          'schema-unproved «"ab\\ud83d$title$"» The schema may refuse what is written here: it expects at least 3 characters, but this may be a text of any length.',
          'Write something where it is empty: "ab\\ud83d$title; default="…"$"',
        ],
        '"ab\\ud83d$if(isError)$\\ude00$else$$title$$endif$"': [
          'schema-unproved «"ab\\ud83d$if(isError)$\\ude00$else$$title$$endif$"» The schema may refuse what is written here: it expects at least 3 characters, but this may be a text of any length when `isError` is false.',
          'Write something where it is empty: "ab\\ud83d$if(isError)$\\ude00$else$$title; default="…"$$endif$"',
        ],
        '"ab\\ud83d$for(link in links)$\\ude00$endfor$"': [],
        '"$title$\\ude00abc"': [],
        '"$title$\\ude00ab"': [
          'schema-unproved «"$title$\\ude00ab"» The schema may refuse what is written here: it expects at least 3 characters, but this may be a text of any length.',
          'Write something where it is empty: "$title; default="…"$\\ude00ab"',
        ],
        '"$title; default="ab"$$for(link in links)$\\ude00$endfor$"': [
          'schema-unproved «"$title; default="ab"$$for(link in links)$\\ude00$endfor$"» The schema may refuse what is written here: it expects at least 3 characters, but this may be a text of any length.',
        ],
        '"\\ud83d$for(link in links)$\\ude00\\ud83d$endfor$"': [
          'schema-length «"\\ud83d$for(link in links)$\\ude00\\ud83d$endfor$"» The schema expects at least 3 characters here, but found `"😀\\ud83d"` when `links` has items.',
          'schema-unproved «"\\ud83d$for(link in links)$\\ude00\\ud83d$endfor$"» The schema may refuse what is written here: it expects at least 3 characters, but this may be a text of any length when `links` has items.',
          'schema-length «"\\ud83d$for(link in links)$\\ude00\\ud83d$endfor$"» The schema expects at least 3 characters here, but found `"\\ud83d"` when `links` is empty.',
        ],
      },
    ],
    [
      { items: { minLength: 2 } },
      {
        '["aa$for(link in links; max="1")$$if(link.url)$b$else$","c$endif$$endfor$"]': [
          'schema-unproved «"aa$for(link in links; max="1")$$if(link.url)$b$else$","c$endif$$endfor$"» The schema may refuse what is written here: it expects at least 2 characters, but this may be a text of any length when `links` has items.',
        ],
        '["aa$for(link in links; max="1")$$if(link.url)$","c$else$b$endif$$endfor$"]': [
          'schema-unproved «"c$else$b$endif$$endfor$"» The schema may refuse what is written here: it expects at least 2 characters, but this may be a text of any length when `links` has items.',
        ],
      },
    ],
    [
      { prefixItems: [{ type: 'string' }, { type: 'string' }], items: false },
      {
        '[$for(link in links; max="2")$"a"$sep$,$endfor$]': [],
        '[$for(link in links; max="3")$"a"$sep$,$endfor$]': [
          'schema-value «"a"» The schema expects no value here, but found `"a"` when `links` has items, from the third item on.',
        ],
        '[$for(link in links; max="4")$"a"$sep$,$endfor$]': [
          'schema-value «"a"» The schema expects no value here, but found `"a"` when `links` has items, from the third item on.',
        ],
        '["a"$for(link in links; max="3")$,"a"$endfor$]': [
          'schema-value «"a"» The schema expects no value here, but found `"a"` when `links` has items, from the second item on.',
        ],
      },
    ],
    [
      { prefixItems: Array.from({ length: 10 }, () => ({ type: 'string' })), items: { type: 'number' } },
      {
        '[$for(link in links)$"a"$sep$,$endfor$]': [
          'schema-type «"a"» The schema expects a number here, but found `"a"` when `links` has items, from item 11 on.',
        ],
      },
    ],
    [
      { items: { maxItems: 1 } },
      {
        '[[1$for(link in links)$,1],[1,2$endfor$]]': [
          'schema-count «[1$for(link in links)$,1]» The schema expects at most one item here, but found 2 items when `links` has items.',
          'schema-count «» The schema expects at most one item here, but found 3 items when `links` has items, from the second item on.',
          'schema-count «[1,2$endfor$]» The schema expects at most one item here, but found 2 items when `links` has items.',
        ],
      },
    ],
    [
      { dependentRequired: { a: ['c'] } },
      {
        '{"b":1$if(isError)$$for(link in links; max="1")$$if(isLate)$$if(link.url)$,"a":1$endif$$endif$$endfor$$else$$for(link in links; max="1")$$if(link.url)$,"a":1$endif$$endfor$$endif$}':
          [
            'schema-unproved «{» The schema may refuse what is written here: it expects `c` beside `a` when `links` has items and `isLate` is true.',
            'Write `"c"`: {"c":1$if(isError)$$for(link in links; max="1")$$if(isLate)$$if(link.url)$,"a":1$endif$$endif$$endfor$$else$$for(link in links; max="1")$$if(link.url)$,"a":1$endif$$endfor$$endif$}',
            'Add `c`: {"b":1$if(isError)$$for(link in links; max="1")$$if(isLate)$$if(link.url)$,"a":1$endif$$endif$$endfor$$else$$for(link in links; max="1")$$if(link.url)$,"a":1$endif$$endfor$$endif$,"c":"…"}',
          ],
        '{"b":1$if(isError)$$for(link in links; max="1")$$if(link.url)$,"a":1$endif$$endfor$$else$$for(link in links; max="1")$$if(isLate)$$if(link.url)$,"a":1$endif$$endif$$endfor$$endif$}':
          [
            'schema-unproved «{» The schema may refuse what is written here: it expects `c` beside `a` when `links` has items and `isLate` is true.',
            'Write `"c"`: {"c":1$if(isError)$$for(link in links; max="1")$$if(link.url)$,"a":1$endif$$endfor$$else$$for(link in links; max="1")$$if(isLate)$$if(link.url)$,"a":1$endif$$endif$$endfor$$endif$}',
            'Add `c`: {"b":1$if(isError)$$for(link in links; max="1")$$if(link.url)$,"a":1$endif$$endfor$$else$$for(link in links; max="1")$$if(isLate)$$if(link.url)$,"a":1$endif$$endif$$endfor$$endif$,"c":"…"}',
          ],
      },
    ],
    [
      { dependentRequired: { a: ['c'] } },
      {
        '{"b":1$if(isError)$$for(link in links; max="1")$$if(isLate)$$if(link.url)$,"a":1$endif$$endif$$endfor$$else$$for(link in links; max="1")$$if(link.url)$,"a":1$endif$$endfor$$endif$$if(isLate)$,"c":1$endif$}':
          [
            'schema-unproved «{» The schema may refuse what is written here: it expects `c` beside `a` when `isError` is false and `links` has items and `isLate` is false.',
          ],
        '{"b":1$if(isError)$$for(link in links; max="1")$$if(link.url)$,"a":1$endif$$endfor$$else$$for(link in links; max="1")$$if(isLate)$$if(link.url)$,"a":1$endif$$endif$$endfor$$endif$$if(isLate)$,"c":1$endif$}':
          [
            'schema-unproved «{» The schema may refuse what is written here: it expects `c` beside `a` when `isError` is true and `links` has items and `isLate` is false.',
          ],
      },
    ],
    [
      { required: ['c'] },
      {
        '{"b":1$if(isError)$$for(link in links; max="1")$$if(link.url)$,"a":1$endif$$endfor$$else$$for(link in links; max="1")$,"$link.url$":1$endfor$$endif$}':
          [
            'schema-unproved «{» The schema may refuse what is written here: it expects `c`.',
            'json-value-key «"$link.url$"» A value used as a key may be `b`, and would then replace that member: name the key yourself.',
            'That member is here: «"b"»',
          ],
        '{"b":1$if(isError)$$for(link in links; max="1")$,"$link.url$":1$endfor$$else$$for(link in links; max="1")$$if(link.url)$,"a":1$endif$$endfor$$endif$}':
          [
            'schema-unproved «{» The schema may refuse what is written here: it expects `c`.',
            'json-value-key «"$link.url$"» A value used as a key may be `b`, and would then replace that member: name the key yourself.',
            'That member is here: «"b"»',
          ],
      },
    ],
    [
      { required: ['a'] },
      {
        '{"b":1$for(link in links; max="1")$$if(link.url)$,"a":1$endif$$endfor$}': [
          'schema-missing-key «{» The schema needs the key `a` in this object when `links` is empty.',
          'schema-unproved «{» The schema may refuse what is written here: it expects `a` when `links` has items.',
        ],
        '{"b":1$for(link in links; max="1")$$if(link.url)$,"a":1$endif$$endfor$$if(isError)$,"a":2$endif$}': [
          'schema-missing-key «{» The schema needs the key `a` in this object when `links` is empty and `isError` is false.',
          'schema-unproved «{» The schema may refuse what is written here: it expects `a` when `links` has items and `isError` is false.',
          'schema-unproved «"a"» The schema may refuse what is written here: it expects each key once, but this may be `a` a second time when `links` has items and `isError` is true.',
          'It is already given here: «"a"»',
        ],
        '{$if(isError)$"a":1$else$"b":1$endif$$if(isLate)$,"a":1$endif$}': [
          'schema-missing-key «{» The schema needs the key `a` in this object when `isError` is false and `isLate` is false.',
          'schema-repeated-key «"a"» This object has the key `a` a second time: receivers keep only one of them, so remove the other when `isError` is true and `isLate` is true.',
          'It is already given here: «"a"»',
        ],
      },
    ],
    [
      { uniqueItems: true },
      {
        '[true$if(isError)$,false$endif$,false]': [
          'schema-unproved «[true$if(isError)$,false$endif$,false]» The schema may refuse what is written here: it expects each item once, but this may be items that may be equal.',
        ],
        '[true$if(isError)$$else$,false$endif$,false]': [
          'schema-unproved «[true$if(isError)$$else$,false$endif$,false]» The schema may refuse what is written here: it expects each item once, but this may be items that may be equal.',
        ],
      },
    ],
    [
      { minimum: 2 },
      {
        '$if(count <= 2)$$count; format="0"$$else$2$endif$': [
          'schema-unproved «$count; format="0"$» The schema may refuse what is written here: it expects a number of at least 2, but this may be a whole number when `count` is less than 2.',
        ],
      },
    ],
    [
      { dependentSchemas: { a: { required: ['b'] } } },
      {
        '{"x":1}': [],
      },
    ],
    [
      { items: { oneOf: [{}, { type: 'object' }] } },
      {
        '[$count$,$if(count < 3)$0$else$1$endif$]': [],
        '[{}]': [
          'schema-alternatives «{}» The schema expects exactly one of several forms here, but found two of them.',
        ],
      },
    ],
    [
      { items: { oneOf: [{ type: 'number' }, { minimum: 3 }] } },
      {
        '[$count$]': [
          'schema-unproved «$count$» The schema may refuse what is written here: it expects a number of at least 3, but this may be a number.',
        ],
        '[$if(count < 3)$$count$$else$"a"$endif$]': [],
        '[$if(count < 3)$$count$$endif$]': [],
      },
    ],
    [
      { items: { enum: ['high', 'low'] } },
      {
        '["hihg$if(isError)$$endif$"]': [
          'schema-value «"hihg$if(isError)$$endif$"» The schema expects one of `"high"`, `"low"` here, but found `"hihg"`.',
          'Did you mean `high`?: ["high$if(isError)$$endif$"]',
        ],
      },
    ],
    [
      { 'x-syntax': 'slack-mrkdwn', description: 'What it says.' },
      {
        $title$: [
          'schema-syntax «$title$» The schema reads this text as slack-mrkdwn, where a value may be read as markup: add `format="slack-escape"` (What it says).',
          'Add `format="slack-escape"`: $title; format="slack-escape"$',
        ],
        '"a $title$ b"': [
          'schema-syntax «$title$» The schema reads this text as slack-mrkdwn, where a value may be read as markup: add `format="slack-escape"` (What it says).',
          'Add `format="slack-escape"`: "a $title; format="slack-escape"$ b"',
        ],
        $level$: [],
        '"$title; format="slack-escape"$"': [],
        '1': [],
        '"$title$ $word; format="slack-escape"$ $note$"': [
          'schema-syntax «$title$» The schema reads this text as slack-mrkdwn, where a value may be read as markup: add `format="slack-escape"` (What it says).',
          'Add `format="slack-escape"`: "$title; format="slack-escape"$ $word; format="slack-escape"$ $note$"',
          'schema-syntax «$note$» The schema reads this text as slack-mrkdwn, where a value may be read as markup: add `format="slack-escape"` (What it says).',
          'Add `format="slack-escape"`: "$title$ $word; format="slack-escape"$ $note; format="slack-escape"$"',
        ],
        '"$for(link in links)$$link.url$$endfor$"': [
          'schema-syntax «$link.url$» The schema reads this text as slack-mrkdwn, where a value may be read as markup: add `format="slack-escape"` (What it says).',
          'Add `format="slack-escape"`: "$for(link in links)$$link.url; format="slack-escape"$$endfor$"',
        ],
      },
    ],
    [
      { anyOf: [{ 'x-syntax': 'html', type: 'string' }, { type: 'number' }] },
      {
        $title$: [
          'schema-syntax «$title$» The schema reads this text as html, where a value may be read as markup: add `format="html-escape"`.',
          'Add `format="html-escape"`: $title; format="html-escape"$',
        ],
        '$title; format="html-escape"$': [],
        '1': [],
        '"$if(isError)$$title$$endif$"': [
          'schema-syntax «$title$» The schema reads this text as html, where a value may be read as markup: add `format="html-escape"` when `isError` is true.',
          'Add `format="html-escape"`: "$if(isError)$$title; format="html-escape"$$endif$"',
        ],
        true: [
          'schema-type «true» The schema expects text in quotes or a number here, but found `true`.',
          'Put it in quotes: "true"',
        ],
      },
    ],
  ],
  texts: [
    [
      { items: { enum: ['high', 'low'] } },
      {
        '["$if(isError)$hihg$else$low$endif$"]': [
          'schema-value «"$if(isError)$hihg$else$low$endif$"» The schema expects one of `"high"`, `"low"` here, but found `"hihg"` when `isError` is true.',
          'Did you mean `high`?: ["$if(isError)$high$else$low$endif$"]',
        ],
        '["h$if(isError)$ihg$else$igh$endif$"]': [
          'schema-value «"h$if(isError)$ihg$else$igh$endif$"» The schema expects one of `"high"`, `"low"` here, but found `"hihg"` when `isError` is true.',
        ],
        '["$if(isError)$low$else$hihg$endif$"]': [
          'schema-value «"$if(isError)$low$else$hihg$endif$"» The schema expects one of `"high"`, `"low"` here, but found `"hihg"` when `isError` is false.',
          'Did you mean `high`?: ["$if(isError)$low$else$high$endif$"]',
        ],
        '["hihg"$if(isError)$,"lwo"$endif$]': [
          'schema-value «"hihg"» The schema expects one of `"high"`, `"low"` here, but found `"hihg"`.',
          'Did you mean `high`?: ["high"$if(isError)$,"lwo"$endif$]',
          'schema-value «"lwo"» The schema expects one of `"high"`, `"low"` here, but found `"lwo"` when `isError` is true.',
          'Did you mean `low`?: ["hihg"$if(isError)$,"low"$endif$]',
        ],
        '["hihg","low","\\$"]': [
          'schema-value «"hihg"» The schema expects one of `"high"`, `"low"` here, but found `"hihg"`.',
          'Did you mean `high`?: ["high","low","\\$"]',
          'schema-value «"\\$"» The schema expects one of `"high"`, `"low"` here, but found `"$"`.',
        ],
      },
    ],
    [
      { items: { type: 'boolean' } },
      {
        '["]"]': ['schema-type «"]"» The schema expects `true` or `false` here, but found `"]"`.'],
        '[true,"}"]': ['schema-type «"}"» The schema expects `true` or `false` here, but found `"}"`.'],
        '[true]': [],
        '[false,1]': ['schema-type «1» The schema expects `true` or `false` here, but found `1`.'],
        '[ true , null ]': [
          'schema-type «null» The schema expects `true` or `false` here, but found `null`.',
        ],
      },
    ],
    [
      { maxLength: 10 },
      {
        '"$level$$title$"': [
          'schema-unproved «"$level$$title$"» The schema may refuse what is written here: it expects at most 10 characters, but this may be a text of any length.',
          'Cut it to what fits: "$level$$title; max="6"$"',
        ],
        '"$title$ and $word$"': [
          'schema-unproved «"$title$ and $word$"» The schema may refuse what is written here: it expects at most 10 characters, but this may be a text of any length.',
          'Cut it to what fits: "$title; max="2"$ and $word; max="2"$"',
        ],
        '"$title; max="8"$$word; max="8"$"': [
          'schema-unproved «"$title; max="8"$$word; max="8"$"» The schema may refuse what is written here: it expects at most 10 characters, but this may be a text of up to 16 characters.',
          'Cut it to what fits: "$title; max="5"$$word; max="5"$"',
        ],
        '"$title; max="8"$$word$"': [
          'schema-unproved «"$title; max="8"$$word$"» The schema may refuse what is written here: it expects at most 10 characters, but this may be a text of any length.',
          'Cut it to what fits: "$title; max="8"$$word; max="2"$"',
        ],
        '"0123456789$title$"': [
          'schema-unproved «"0123456789$title$"» The schema may refuse what is written here: it expects at most 10 characters, but this may be a text of any length.',
        ],
        '"$date$$title$"': [
          'schema-length «"$date$$title$"» The schema expects at most 10 characters here, but found a text of at least 19 characters.',
        ],
        '"$title$$links.count$"': [
          'schema-unproved «"$title$$links.count$"» The schema may refuse what is written here: it expects at most 10 characters, but this may be a text of any length.',
        ],
        '"$title; max="1"$$word; max="20"$12345678"': [
          'schema-unproved «"$title; max="1"$$word; max="20"$12345678"» The schema may refuse what is written here: it expects at most 10 characters, but this may be a text of up to 29 characters.',
          'Cut it to what fits: "$title; max="1"$$word; max="1"$12345678"',
        ],
        '"123456789$title$$word$"': [
          'schema-unproved «"123456789$title$$word$"» The schema may refuse what is written here: it expects at most 10 characters, but this may be a text of any length.',
        ],
      },
    ],
  ],
  'members that may be missing': [
    [
      {
        type: 'object',
        properties: {
          note: { type: 'string' },
          o: { type: 'object', properties: { note: { type: 'string' } } },
          l: { items: { type: 'string' } },
        },
      },
      {
        '{"a":1,"note":$note$}': [
          'schema-type «$note$» The schema expects text in quotes here, but found `null`.',
          'Leave it out where it is missing: {"a":1$if(note)$,"note":$note$$endif$}',
          'Write `-` where it is missing: {"a":1,"note":$note; null="-"$}',
        ],
        '{"note":$note$,"a":1}': [
          'schema-type «$note$» The schema expects text in quotes here, but found `null`.',
          'Write `-` where it is missing: {"note":$note; null="-"$,"a":1}',
        ],
        '{"a":1,"o":{"note":$note$}}': [
          'schema-type «$note$» The schema expects text in quotes here, but found `null`.',
          'Write `-` where it is missing: {"a":1,"o":{"note":$note; null="-"$}}',
        ],
        '{"a":1,"l":["b",$note$]}': [
          'schema-type «$note$» The schema expects text in quotes here, but found `null`.',
          'Write `-` where it is missing: {"a":1,"l":["b",$note; null="-"$]}',
        ],
        '{"txt":1,"note":$note$,"b":2}': [
          'schema-type «$note$» The schema expects text in quotes here, but found `null`.',
          'Leave it out where it is missing: {"txt":1$if(note)$,"note":$note$$endif$,"b":2}',
          'Write `-` where it is missing: {"txt":1,"note":$note; null="-"$,"b":2}',
        ],
      },
    ],
    [
      { items: { type: 'string' } },
      {
        '[1,$note$]': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: ["1",$note$]',
          'schema-type «$note$» The schema expects text in quotes here, but found `null`.',
          'Write `-` where it is missing: [1,$note; null="-"$]',
        ],
        '["a",$note$]': [
          'schema-type «$note$» The schema expects text in quotes here, but found `null`.',
          'Write `-` where it is missing: ["a",$note; null="-"$]',
        ],
      },
    ],
    [
      { properties: { text: { type: 'string' } }, additionalProperties: false },
      {
        '{"txt":""}': [
          'schema-unknown-key «"txt"» The schema does not take the key `txt` here: it takes `text`.',
          'Did you mean `"text"`?: {"text":""}',
        ],
        '{"txt":"","text":""}': [
          'schema-unknown-key «"txt"» The schema does not take the key `txt` here: it takes `text`.',
        ],
        '{"zzz":""}': [
          'schema-unknown-key «"zzz"» The schema does not take the key `zzz` here: it takes `text`.',
        ],
      },
    ],
  ],
  'more alternatives': [
    [
      { anyOf: [{ type: 'object' }, { unevaluatedItems: false }] },
      {
        '[1]': [
          'schema-unproved «[» The schema may refuse what is written here: it expects items whose places are known before the values come.',
        ],
        '{}': [],
        '1': [],
      },
    ],
    [
      { contains: { const: 1 }, unevaluatedItems: false },
      {
        '[1]': [
          'schema-unproved «[» The schema may refuse what is written here: it expects items whose places are known before the values come.',
          'schema-unproved «[1]» The schema may refuse what is written here: it expects at least one item of the kind that it looks for, but this may be 0 to one item.',
        ],
        '[]': [
          'schema-count «[]» The schema expects at least one item of the kind that it looks for here, but found 0 items.',
        ],
        '[1,2]': [
          'schema-unproved «[» The schema may refuse what is written here: it expects items whose places are known before the values come.',
          'schema-unproved «[1,2]» The schema may refuse what is written here: it expects at least one item of the kind that it looks for, but this may be 0 to 2 items.',
        ],
        '[2]': [
          'schema-unproved «[» The schema may refuse what is written here: it expects items whose places are known before the values come.',
          'schema-unproved «[2]» The schema may refuse what is written here: it expects at least one item of the kind that it looks for, but this may be 0 to one item.',
        ],
      },
    ],
    [
      { anyOf: [{ type: 'object' }, { not: { type: 'string' } }] },
      {
        '"a"': [
          'schema-alternatives «"a"» The schema expects anything but text in quotes here, but found what it does not take.',
        ],
        '1': [],
        '{}': [],
      },
    ],
    [
      { anyOf: [] },
      {
        '1': [
          'schema-alternatives «1» The schema expects one of several forms here, but found none of them.',
        ],
        '[]': [
          'schema-alternatives «[]» The schema expects one of several forms here, but found none of them.',
        ],
      },
    ],
    [
      { oneOf: [] },
      {
        '1': [
          'schema-alternatives «1» The schema expects one of several forms here, but found none of them.',
        ],
        '[]': [
          'schema-alternatives «[]» The schema expects one of several forms here, but found none of them.',
        ],
      },
    ],
    [
      { anyOf: [{ foo: 1, maxLength: 1 }, { type: 'null' }] },
      {
        '"ab"': [
          'schema-alternatives «"ab"» The schema expects what `foo` asks, which is not a word of JSON Schema here.',
        ],
        '"a"': [
          'schema-unproved «"a"» The schema may refuse what is written here: it expects what `foo` asks, which is not a word of JSON Schema.',
        ],
        null: [],
        '[]': [
          'schema-unproved «[]» The schema may refuse what is written here: it expects what `foo` asks, which is not a word of JSON Schema.',
        ],
      },
    ],
    [
      { anyOf: [{ properties: { a: { const: 1 } } }, { properties: { b: { const: 2 } } }] },
      {
        '{"a":3,"b":3}': ['schema-value «3» The schema expects `2` here, but found `3`.'],
        '{"b":3,"a":3}': ['schema-value «3» The schema expects `1` here, but found `3`.'],
        '{"a":1,"b":3}': [],
        '{"c":1}': [],
      },
    ],
    [
      { anyOf: [{ type: 'string' }, { const: 1 }] },
      {
        '2': [
          'schema-type «2» The schema expects text in quotes here, but found `2`.',
          'Put it in quotes: "2"',
        ],
        '1': [],
        '"a"': [],
      },
    ],
    [
      { anyOf: [{ const: 1 }, { type: 'string' }] },
      {
        '2': ['schema-value «2» The schema expects `1` here, but found `2`.', 'Put it in quotes: "2"'],
        '1': [],
        '"a"': [],
      },
    ],
    [
      {
        anyOf: [
          { maxLength: 1, type: 'string' },
          { minLength: 3, type: 'string' },
        ],
      },
      {
        '"ab"': ['schema-length «"ab"» The schema expects at most one character here, but found `"ab"`.'],
        '"$if(isError)$ab$else$abc$endif$"': [
          'schema-length «"$if(isError)$ab$else$abc$endif$"» The schema expects at most one character here, but found `"ab"` when `isError` is true.',
        ],
        '"$if(isError)$ab$else$ac$endif$"': [
          'schema-length «"$if(isError)$ab$else$ac$endif$"» The schema expects at most one character here, but found `"ab"` when `isError` is true.',
          'schema-length «"$if(isError)$ab$else$ac$endif$"» The schema expects at most one character here, but found `"ac"` when `isError` is false.',
        ],
      },
    ],
    [
      {
        oneOf: [
          { properties: { a: { const: 1 } }, required: ['a'] },
          { properties: { b: { const: 2 } }, required: ['b'] },
        ],
      },
      {
        '{"a":1}': [],
        '{"b":2}': [],
        '{"a":1,"b":2}': [
          'schema-alternatives «{"a":1,"b":2}» The schema expects exactly one of several forms here, but found two of them.',
        ],
        '{"a":2,"b":3}': ['schema-value «3» The schema expects `2` here, but found `3`.'],
        '{$if(isError)$"a":1$else$"b":2$endif$}': [],
        '{"a":$count$,"b":2}': [
          'schema-unproved «$count$» The schema may refuse what is written here: it expects `1`, but this may be a number.',
        ],
        '{"c":1}': [
          'schema-missing-key «{» The schema needs the key `a` or `b` in this object.',
          'Write `"a"`: {"a":1}',
          'Add `a`: {"c":1,"a":1}',
          'Add `b`: {"c":1,"b":2}',
        ],
      },
    ],
  ],
  'schemas as they are read': [
    [
      {
        $id: 'https://x.example/s',
        items: { $ref: 'https://x.example/s#/$defs/t' },
        $defs: { t: { type: 'string' } },
      },
      {
        '[1]': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: ["1"]',
        ],
        '["a"]': [],
      },
    ],
    [
      { $id: 'https://x.example/s#', items: { $ref: 'https://x.example/s' }, type: ['array', 'string'] },
      {
        '[1]': [
          'schema-type «1» The schema expects a list in `[` and `]` or text in quotes here, but found `1`.',
          'Put it in quotes: ["1"]',
        ],
        '["a"]': [],
      },
    ],
    [
      {
        $defs: { t: { $anchor: 'T', type: 'string' }, u: { $id: '#U', type: 'number' } },
        properties: { t: { $ref: '#T' }, u: { $ref: '#U' } },
      },
      {
        '{"t":1,"u":"x"}': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: {"t":"1","u":"x"}',
          'schema-type «"x"» The schema expects a number here, but found `"x"`.',
        ],
        '{"t":"x","u":1}': [],
      },
    ],
    [
      { $ref: '#/$defs/a~1b~0c', $defs: { 'a/b~c': { type: 'string' } } },
      {
        '1': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: "1"',
        ],
        '"a"': [],
      },
    ],
    [
      { $ref: '#/$defs/a%20b', $defs: { 'a b': { type: 'string' } } },
      {
        '1': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: "1"',
        ],
        '"a"': [],
      },
    ],
    [
      { $ref: '#/$defs/%zz', $defs: { '%zz': { type: 'string' } } },
      {
        '1': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: "1"',
        ],
        '"a"': [],
      },
    ],
    [
      { $ref: '#/allOf/0', allOf: [{ type: 'string' }] },
      {
        '1': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: "1"',
        ],
        '"a"': [],
      },
    ],
    [
      { const: { a: [1, { b: null }] } },
      {
        '{"a":[1,{"b":null}]}': [],
        '{"a":[1,{"b":1}]}': ['schema-value «1» The schema expects `null` here, but found `1`.'],
        '{"a":[1]}': ['schema-count «[1]» The schema expects at least 2 items here, but found one item.'],
        '{"a":[1,{"b":null},2]}': [
          'schema-count «[1,{"b":null},2]» The schema expects at most 2 items here, but found 3 items.',
        ],
        '{"a":[1,{}]}': [
          'schema-missing-key «{» The schema needs the key `b` in this object.',
          'Add `b`: {"a":[1,{"b":null}]}',
        ],
        '[]': ['schema-type «[]» The schema expects an object in `{` and `}` here, but found a list.'],
        '1': ['schema-type «1» The schema expects an object in `{` and `}` here, but found `1`.'],
        '{"a":[1,{"b":null,"c":1}]}': [
          'schema-unknown-key «"c"» The schema does not take the key `c` here: it takes `b`.',
        ],
        '{}': [
          'schema-missing-key «{» The schema needs the key `a` in this object.',
          'Add `a`: {"a":[1,{"b":null}]}',
        ],
      },
    ],
    [
      { const: [] },
      {
        '[]': [],
        '[1]': ['schema-count «[1]» The schema expects at most 0 items here, but found one item.'],
        '{}': ['schema-type «{}» The schema expects a list in `[` and `]` here, but found an object.'],
        '1': ['schema-type «1» The schema expects a list in `[` and `]` here, but found `1`.'],
      },
    ],
    [
      { enum: [[1], 2, null, true, 'x'], description: 'What it is.' },
      {
        '[1]': [],
        '[2]': ['schema-value «2» The schema expects `1` here, but found `2`.'],
        '2': [],
        '3': [
          'schema-value «3» The schema expects one of `2`, `null`, `true`, `"x"` here, but found `3` (What it is).',
        ],
        null: [],
        true: [],
        false: [
          'schema-value «false» The schema expects one of `2`, `null`, `true`, `"x"` here, but found `false` (What it is).',
        ],
        '"x"': [],
        '"y"': [
          'schema-value «"y"» The schema expects one of `2`, `null`, `true`, `"x"` here, but found `"y"` (What it is).',
          'Did you mean `x`?: "x"',
        ],
        '{}': [
          'schema-value «{}» The schema expects one of `2`, `null`, `true`, `"x"` here, but found an object (What it is).',
        ],
      },
    ],
    [
      { const: 5, description: 'Five.' },
      {
        '6': ['schema-value «6» The schema expects `5` here, but found `6` (Five).'],
      },
    ],
    [
      { enum: [5, 6], description: 'Few.' },
      {
        '7': ['schema-value «7» The schema expects one of `5`, `6` here, but found `7` (Few).'],
      },
    ],
    [
      { type: undefined, minimum: 5 },
      {
        '1': [
          'schema-range «1» The schema expects a number of at least 5 here, but found `1`.',
          'Write `5`: 5',
        ],
        '"a"': [],
      },
    ],
    [
      {
        $schema: 'x',
        $comment: 'c',
        $vocabulary: {},
        deprecated: true,
        readOnly: true,
        writeOnly: true,
        format: 'uri',
        contentMediaType: 'a/b',
        contentEncoding: 'base64',
        contentSchema: { type: 'number' },
        default: 1,
        examples: [1],
      },
      {
        '1': [],
        '"a"': [],
      },
    ],
    [
      { items: [{ type: 'string' }], additionalItems: { type: 'number' } },
      {
        '["a",1]': [],
        '["a","b"]': ['schema-type «"b"» The schema expects a number here, but found `"b"`.'],
        '[1]': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: ["1"]',
        ],
      },
    ],
    [
      { items: { type: 'string' }, additionalItems: { type: 'number' } },
      {
        '["a","b"]': [],
        '["a",1]': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: ["a","1"]',
        ],
      },
    ],
    [
      { additionalItems: { type: 'number' } },
      {
        '["a"]': [],
      },
    ],
    [
      {
        dependencies: { a: ['b'], c: { required: ['d'] } },
        dependentRequired: { a: ['e'] },
        dependentSchemas: { c: { required: ['f'] } },
      },
      {
        '{"a":1}': [
          'schema-missing-key «{» The schema needs the key `b` in this object, since `a` needs it.',
          'Add `b`: {"a":1,"b":"…"}',
          'schema-missing-key «{» The schema needs the key `e` in this object, since `a` needs it.',
          'Add `e`: {"a":1,"e":"…"}',
        ],
        '{"c":1}': ['schema-missing-key «{» The schema needs the key `d` in this object.'],
        '{"a":1,"b":1,"e":1,"c":1,"d":1,"f":1}': [],
      },
    ],
    [
      { patternProperties: { '^\\p{L}$': { type: 'string' } } },
      {
        '{"ä":1}': [
          'schema-type «1» The schema expects text in quotes here, but found `1`.',
          'Put it in quotes: {"ä":"1"}',
        ],
        '{"1":1}': [],
      },
    ],
    [
      { pattern: '^.$' },
      {
        '"😀"': [],
        '"ab"': ['schema-pattern «"ab"» The schema expects text that matches `^.$` here, but found `"ab"`.'],
      },
    ],
    [
      { maxLength: 3, maxItems: 1, minimum: 1, 'x-any': 1, oneOf: [{ type: 'string' }, { type: 'array' }] },
      {
        '"abcd"': [
          'schema-length «"abcd"» The schema expects at most 3 characters here, but found `"abcd"`.',
        ],
        '[1,2]': ['schema-count «[1,2]» The schema expects at most one item here, but found 2 items.'],
        '0': [
          'schema-type «0» The schema expects text in quotes or a list in `[` and `]` here, but found `0`.',
          'Put it in quotes: "0"',
          'Put it in a list: [0]',
        ],
      },
    ],
    [
      { description: 3, title: 4, minimum: 5 },
      {
        '1': [
          'schema-range «1» The schema expects a number of at least 5 here, but found `1`.',
          'Write `5`: 5',
        ],
      },
    ],
  ],
};

describe.each(Object.entries(said))('%s', (_, schemas) => {
  describe.each(schemas)('under %j', (schema, templates) => {
    it.each(Object.entries(templates))('%s', (source, expected) => {
      const found = validateTemplate(source, { output: 'json', schema, variables });
      const lines = found.flatMap(({ code, range, message, related, fixes }) => [
        `${code} «${source.slice(range.start, range.end)}» ${message}`,
        ...related.map(each => `${each.message}: «${source.slice(each.range.start, each.range.end)}»`),
        ...fixes.map(fix => `${fix.title}: ${applyFix(source, fix)}`),
      ]);
      expect(lines).toEqual(expected);
    });
  });
});

const chain = (levels: number): JsonSchema =>
  levels === 0 ? {} : { required: ['a'], properties: { a: chain(levels - 1) } };
const lists = (levels: number): JsonSchema =>
  levels === 0 ? {} : { type: 'array', minItems: 1, items: lists(levels - 1) };
const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`);

it.each<readonly [schema: JsonSchema, sample: string | undefined]>([
  // What its author gives, the default first.
  [{ default: 'a', examples: ['b'], example: 'c' }, '"a"'],
  [{ examples: [{}, 'b'], example: 'c' }, '"b"'],
  [{ default: [], example: 'c' }, '"c"'],
  [{ default: 'x'.repeat(200) }, `"${'x'.repeat(200)}"`],
  [{ default: 'x'.repeat(201) }, '"…"'],
  [{ const: 'k', default: 'j' }, '"k"'],
  [{ oneOf: [{ const: 'k' }, { type: 'number' }] }, '"k"'],
  [{ type: 'number', exclusiveMinimum: 1.5 }, '2'],
  [{ type: 'string', minLength: 0 }, '"…"'],
  [{ type: 'string', required: ['a'] }, '"…"'],
  [{ required: ['a'], allOf: [{ required: ['a', 'b'] }] }, '{"a":"…","b":"…"}'],
  [{ prefixItems: [{ const: 1 }], items: { const: 2 }, type: 'array', minItems: 2 }, '[1,2]'],
  // What nobody would read is left to write.
  [{ type: 'string', minLength: 64 }, `"${'…'.repeat(64)}"`],
  [{ type: 'string', minLength: 65 }, undefined],
  [chain(4), '{"a":{"a":{"a":{"a":"…"}}}}'],
  [chain(5), undefined],
  [lists(4), '[[[["…"]]]]'],
  [lists(5), undefined],
  [{ required: keys(8) }, `{${keys(8).map(key => `"${key}":"…"`)}}`],
  [{ required: keys(9) }, undefined],
  [{ type: 'array', minItems: 8 }, `[${keys(8).map(() => '"…"')}]`],
  [{ type: 'array', minItems: 9 }, undefined],
])('a key that is missing is added with a value that its schema takes: under %j, %s', (schema, sample) => {
  const under = { required: ['$k'], properties: { $k: schema } };
  const [found] = validateTemplate('{}', { output: 'json', schema: under, variables });
  const added = found?.fixes.map(fix => applyFix('{}', fix));
  expect(added).toEqual(sample === undefined ? [] : [`{"\\$k":${sample}}`]);
});

it('a key that is missing is added with a value that all who ask about it take', () => {
  const asked = { properties: { k: { type: 'integer' } } };
  const schema = { ...asked, allOf: [{ required: ['k'], properties: { k: { minimum: 3 } } }] };
  const [found] = validateTemplate('{}', { output: 'json', schema, variables });
  expect(found?.fixes.map(fix => applyFix('{}', fix))).toEqual(['{"k":3}']);
});

it.each([
  ['$foo$', {}],
  ['$foo$', { type: 'integer', minimum: 3 }],
  ['"$foo$"', { minLength: 3, maxLength: 5, pattern: '^a', 'x-syntax': 'slack-mrkdwn' }],
  ['"x$foo$y"', { enum: ['a', 'b'] }],
  ['{"type":"$foo$"}', { anyOf: ['a', 'b'].map(type => ({ properties: { type: { const: type } } })) }],
  ['"$if(isError)$x$else$$foo$$endif$"', { maxLength: 1 }],
])('of a value with an unknown name nothing else is said: %s under %j', (source, schema) => {
  const found = validateTemplate(source, { output: 'json', schema, variables });
  expect(found.map(({ code }) => code)).toEqual(['unknown-variable']);
});

it.each([
  ['"$foo$"', { type: 'object' }, 'schema-type'],
  ['"$title$$foo$"', { 'x-syntax': 'slack-mrkdwn' }, 'schema-syntax'],
  ['"$if(isError)$xy$else$$foo$$endif$"', { maxLength: 1 }, 'schema-length'],
])('beside a value with an unknown name the rest is still judged: %s under %j', (source, schema, code) => {
  const found = validateTemplate(source, { output: 'json', schema, variables });
  expect(found.map(each => each.code).toSorted()).toEqual([code, 'unknown-variable']);
});
