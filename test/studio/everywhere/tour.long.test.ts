import { testTour } from './tour.ts';

testTour(320);
