import { expect, it } from 'vitest';
import {
  foldedNames,
  homeOf,
  summaryOfFolded,
  titleOfFolded,
  valuesOf,
} from '../../src/editor/element/form-values.ts';
import { fieldAt, type SettingTree, settings } from '../../src/webhook/config/settings.ts';
import { getConfig } from '../webhook/webhook-configs.ts';

const tree: SettingTree = settings;

it('every setting that is described as folded is behind the fold, and so is the signing secret', () => {
  const described = Object.keys(tree).filter(name => tree[name]?.folded);
  expect(foldedNames.toSorted()).toEqual([...described, 'signingSecret'].toSorted());
  for (const name of foldedNames) expect(homeOf(name, valuesOf(getConfig))).toBe('further');
});

it('the title names what is behind the fold, in the order of the form', () => {
  expect(titleOfFolded(foldedNames)).toBe('Authentication, signing, time zone, output');
  expect(titleOfFolded(foldedNames.filter(name => name !== 'signingSecret'))).toBe(
    'Authentication, time zone, output',
  );
  expect(fieldAt(['signingSecret'])?.label).toBe('Signing secret');
});

it('the summary lists what is set behind the fold, without a secret', () => {
  expect(summaryOfFolded(valuesOf(getConfig))).toBe('');
  const authentication = { username: 'ada', password: 'canary' };
  const config = { ...getConfig, method: 'POST', authentication, timeZone: 'Europe/Vienna', output: 'json' };
  expect(summaryOfFolded(valuesOf(config, { set: true }))).toBe(
    'with credentials, signed, Europe/Vienna, as json',
  );
  expect(summaryOfFolded(valuesOf(config, null))).toBe('with credentials, Europe/Vienna, as json');
});
