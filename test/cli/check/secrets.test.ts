import { expect, it } from 'vitest';
import { checkFiles } from './check-process.ts';

it.each([
  ['a.yaml', 'url: a\nauthentication:\n  username: ada\n  password: @canary'],
  ['a.yaml', 'url: a\nauthentication:\n  username: ada\n  password: canary: x'],
  ['a.yaml', 'url: a\nevents: {}\nauthentication: { username: 1, password: 8642097531 }'],
  ['a.json', '{"url":"a" "authentication":{"username":"ada","password":"can\\"canary"}}'],
  ['a.json', '{"authentication":{"password":"canary"},"authentication":{"password":"x"},"url":"a"}'],
  ['a.properties', 'notification.webhook.url=a\nnotification.webhook.authentication.password=canary\\uZZ'],
])('no frame of %s shows the password of %j', async (name, text) => {
  const { status, stdout, stderr } = await checkFiles({ [name]: text }, [name]);
  expect(status).toBe(1);
  expect(stdout + stderr).not.toMatch(/canary|8642097531/);
});
