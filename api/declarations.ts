import { channels } from './channels/channels.ts';
import { clients } from './clients/clients.ts';
import { entities } from './entities/entities.ts';
import { forms } from './forms/forms.ts';
import { products } from './products/products.ts';
import type { Declarations } from './resource/declaration.ts';
import { users } from './users/users.ts';

/** Every resource that has rules beside its schema; all others are generated alone. */
export const declarations: Declarations = {
  Channel: channels,
  Client: clients(),
  Entity: entities,
  Form: forms,
  Product: products,
  User: users,
};
