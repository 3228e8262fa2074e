import { examples, opensDatabase, testExamples } from './run-examples.ts';

testExamples(examples.filter(opensDatabase));
