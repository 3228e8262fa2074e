import type { Delivery, Page } from '../api/answers.ts';
import type { Change } from '../api/change-stream.ts';
import { pathOf } from '../frame/address.ts';
import type { Screen } from '../frame/screen.ts';
import { Following } from '../parts/following.ts';
import { LiveList } from '../parts/lists/live-list.ts';
import { RowOrder } from '../parts/lists/row-order.ts';
import { type DeliveryFilter, isWanted, sinceOf } from './delivery-filter.ts';
import { deliveryColumns } from './delivery-table.ts';

/** A list of deliveries on a screen, which follows what happens to them. */
export function createDeliveryList(screen: Screen, filter: () => DeliveryFilter): LiveList<Delivery> {
  const list = new LiveList<Delivery>(screen, {
    filter: () => ({ ...filter() }),
    matches: delivery => isWanted(delivery, filter(), Date.now()),
    order: new RowOrder(screen, { columns: deliveryColumns(), newest: 'Time' }),
    idOf: ({ id }) => id,
    load: (wanted, signal) => {
      const { state, endpoint } = filter();
      const query = { state, endpoint, since: sinceOf(filter(), Date.now()), ...wanted };
      return screen.studio.api.get<Page<Delivery>>('api/deliveries', { query, signal });
    },
    loadOne: (id, signal) => screen.studio.api.get<Delivery>(pathOf('api', 'deliveries', id), { signal }),
  });
  const concerns = ({ kind, data }: Change): boolean => {
    if (kind !== 'delivery') return false;
    const { id, state, attempts } = data;
    list.patch(id, delivery => ({ ...delivery, state, attempts }));
    return true;
  };
  new Following(screen, { concerns, refresh: () => list.refresh() });
  return list;
}
