import { testSpecification, withKeyboard } from './specification.ts';

testSpecification(withKeyboard);
