const properties = {
  name: { type: 'string', minLength: 1 },
  rating: { type: 'number', minimum: 0 },
  tier: { type: 'string', enum: ['gold', 'silver'] },
  contacts: {
    type: 'array',
    items: {
      type: 'object',
      properties: { person: { type: 'string' }, share: { type: 'number' } },
      required: ['person'],
    },
  },
};

/** A schema that says nothing about how it is stored, shown or permitted: without any x- key at all. */
export const depot = { title: 'Depot', type: 'object', required: ['name'], properties };

/** The same with a reference, whose one x- key says what it refers to. */
export const vendor = {
  title: 'Vendor',
  type: 'object',
  required: ['name'],
  properties: { ...properties, agency: { type: 'string', 'x-ref': 'Entity' } },
};

/** A schema that says all that can be said. */
export const supplier = {
  $schema: './vocabulary/resource.schema.json',
  title: 'Supplier',
  description: 'Who delivers what is printed.',
  type: 'object',
  required: ['name'],
  properties: {
    name: { ...properties.name, title: 'Trade name' },
    rating: { ...properties.rating, 'x-admin': { section: 'Quality' } },
    tier: { ...properties.tier, default: 'silver', 'x-admin': { section: 'Quality' } },
    contacts: { ...properties.contacts, default: [] },
    agency: { type: ['string', 'null'], 'x-ref': 'Entity', default: null },
    notes: { type: 'string', 'x-admin': { widget: 'textarea' }, 'x-visible-to': ['ADMIN'] },
    token: { type: 'string' },
    treeScope: {
      type: 'array',
      items: { type: 'string', 'x-ref': 'Entity' },
      default: [],
      readOnly: true,
      'x-admin': { widget: 'hidden' },
    },
  },
  'x-store': {
    path: 'supply',
    operations: ['list', 'read', 'create', 'update', 'delete'],
    short: true,
    search: ['name'],
    sort: 'name',
    unique: [['name']],
    hidden: ['token'],
    indexes: [
      { fields: ['rating'], serves: 'all suppliers by how good they are' },
      { fields: ['treeScope', 'rating'], serves: 'the suppliers of a tree by how good they are' },
    ],
  },
  'x-access': { AGENCY_USER: { actions: ['read'], scope: 'tree' } },
  'x-admin': {
    label: 'Supply',
    menu: 9,
    columns: ['name', 'tier', 'rating', 'agency'],
    filters: ['tier'],
    roles: ['ADMIN', 'AGENCY_ADMIN'],
  },
};

/** One that belongs to another's records: its calls stand below each of them. */
export const visit = {
  title: 'Visit',
  type: 'object',
  required: ['purpose'],
  properties: {
    vendor: { type: 'string', 'x-ref': 'Vendor', readOnly: true },
    purpose: { type: 'string', minLength: 1 },
  },
  'x-store': { under: { resource: 'Vendor', field: 'vendor', path: 'visits' } },
};
