import { expect, it } from 'vitest';
import { shownValue } from '../../src/studio/notifications/field-differences.ts';

it('two versions are shown side by side without the secrets that were typed', () => {
  expect(shownValue({ username: 'ada', password: 'canary' })).toBe('username: ada\npassword: ***');
  const headers = [
    { name: 'X-Key', value: 'canary', secret: true },
    { name: 'X-Profile', value: '$profile$' },
  ];
  expect(shownValue(headers)).toBe('X-Key: ***\nX-Profile: $profile$');
});
