import { sources } from '../../../src/webhook/sources/index.ts';
import { testPayloads } from './tested-payloads.ts';

testPayloads(
  Object.fromEntries(
    sources.flatMap(({ id, catalogue }) => (catalogue === undefined ? [] : [[id, catalogue]])),
  ),
);
