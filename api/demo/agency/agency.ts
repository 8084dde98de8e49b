import { demoChannels, demoForms } from './channels.ts';
import { demoClients } from './clients.ts';
import { demoEntities } from './entities.ts';
import { demoGuild } from './guilds.ts';
import { demoPeople } from './people.ts';
import { demoProducts } from './products.ts';
import { demoReport, demoRows } from './reports.ts';

const day = 86_400_000;
/** Age of the agencies, slightly older than their first orders. */
const age = 760 * day;

/** Generates all demo data except orders, as of `now`. Deterministic. */
export function demoAgency(now: Date) {
  const founded = new Date(now.getTime() - age);
  const entities = demoEntities();
  const clients = demoClients(entities, { from: founded, to: new Date(founded.getTime() + 30 * day) });
  return {
    founded,
    entities,
    ...demoPeople(entities, founded),
    forms: demoForms(),
    channels: demoChannels(entities),
    products: demoProducts(founded),
    clients: clients.clients,
    clientEntities: clients.entities,
    ...demoGuild(),
    report: demoReport(),
    rows: demoRows(clients.clients, now),
  };
}
