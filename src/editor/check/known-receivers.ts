import { type KnownReceiver, knownReceivers } from '../../webhook/receivers/receiver.ts';

let gallery: readonly KnownReceiver[] = [];

/** The gallery is loaded beside a page, which does not wait for it; until then only the receivers of a job are known. */
export const galleryLoaded: Promise<void> = import('../../webhook/receivers/gallery.ts').then(
  ({ receivers }) => {
    gallery = knownReceivers(receivers);
  },
  () => {},
);

/** The receivers that a webhook may name: those of a page before the gallery's of the same id. */
export function receiversWith(own: readonly KnownReceiver[]): readonly KnownReceiver[] {
  const isOwn = ({ id }: KnownReceiver) => own.some(each => each.id === id);
  return [...own, ...gallery.filter(each => !isOwn(each))];
}
