import { testSpecification, withMouse } from './specification.ts';

testSpecification(withMouse);
