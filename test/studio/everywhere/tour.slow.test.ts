import { testTour } from './tour.ts';

testTour(1280);
