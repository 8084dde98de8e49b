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

/** A plain JSON Schema without any x- keyword: storage, UI and access use the defaults. */
export const depot = { title: 'Depot', type: 'object', required: ['name'], properties };

/** The same with a reference, whose one x- keyword names its target. */
export const vendor = {
  title: 'Vendor',
  type: 'object',
  required: ['name'],
  properties: { ...properties, agency: { type: 'string', 'x-ref': 'Entity' } },
};

/** A schema that uses every x- keyword. */
export const supplier = {
  $schema: './vocabulary/resource.schema.json',
  title: 'Supplier',
  description: 'Who delivers what is printed.',
  type: 'object',
  required: ['name'],
  properties: {
    name: { ...properties.name, title: 'Trade name' },
    rating: properties.rating,
    tier: { ...properties.tier, default: 'silver' },
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
    search: ['name', 'agency.name'],
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
    layout: [
      { title: 'Company', rows: [['name'], ['agency']] },
      { tab: 'Quality', description: 'As our people rate it.', rows: [['rating', 'tier']] },
      { tab: 'People', rows: [['contacts']] },
    ],
  },
};

/** A nested schema: its routes are below each parent record. */
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

/** A schema with every kind of value that has its own UI, writable by a user of the agency. */
export const lease = {
  title: 'Lease',
  type: 'object',
  required: ['code', 'agency'],
  properties: {
    code: { type: 'string', minLength: 1 },
    landlord: { type: 'string', 'x-ref': 'Entity' },
    agency: { type: 'string', 'x-ref': 'Entity' },
    start: { type: 'string', format: 'date', title: 'Starts' },
    end: { type: 'string', format: 'date', title: 'Ends' },
    rent: { type: 'number', minimum: 0, 'x-money': 'USD' },
    phone: { type: 'string', format: 'phone' },
    colour: { type: 'string', format: 'colour' },
    total: { type: 'number', 'x-money': 'USD', title: 'A year', readOnly: true, 'x-computed': '$monthly * 12' },
    monthly: { type: 'number', 'x-money': 'USD', readOnly: true, 'x-computed': '$rent + $rent * 0.1' },
    kind: { type: 'string', enum: ['pole', 'wall'], 'x-labels': { pole: 'On a pole', wall: 'On a wall' } },
    contract: { type: 'string', 'x-ref': 'File' },
    flights: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          station: { type: 'string' },
          first: { type: 'string', format: 'date' },
          last: { type: 'string', format: 'date' },
          booked: { type: 'string', format: 'date-time' },
          cost: { type: 'number', 'x-money': 'USD' },
        },
      },
    },
    photos: { type: 'array', items: { type: 'string', 'x-ref': 'File' }, title: 'Pictures' },
    treeScope: {
      type: 'array',
      items: { type: 'string', 'x-ref': 'Entity' },
      default: [],
      readOnly: true,
      'x-admin': { widget: 'hidden' },
    },
  },
  'x-rules': [
    'if $end and $start and $end < $start { reject $end because "Ends before it starts" }',
    'if $total > 100_000 and !$phone { reject $phone because "Above " + 100_000:money + " we need a number to call" }',
  ],
  'x-store': { place: 'agency', unique: [['treeScope', 'code']] },
  'x-access': {
    AGENCY_USER: { actions: ['create', 'read', 'update', 'delete'], scope: 'tree' },
    DEVELOPER: { actions: ['read'], scope: 'all' },
  },
  'x-admin': {
    columns: ['code', 'start', 'rent', 'phone', 'colour', 'kind', 'contract', 'photos'],
    filters: ['start', 'kind'],
  },
};

/** A schema nested in a lease, without access rules of its own. */
export const inspection = {
  title: 'Inspection',
  type: 'object',
  required: ['found'],
  properties: {
    lease: { type: 'string', 'x-ref': 'Lease', readOnly: true },
    day: { type: 'string', format: 'date' },
    sketch: { type: 'string', 'x-ref': 'File' },
    found: { type: 'string', minLength: 1 },
  },
  'x-store': { under: { resource: 'Lease', field: 'lease', path: 'inspections', onParentDelete: 'delete' } },
};
