import fc from 'fast-check';

/** A mutant is found by the first counterexample; making it small would take longer than all other tests. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
