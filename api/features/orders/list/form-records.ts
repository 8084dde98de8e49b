import type { FastifyInstance, FastifyRequest } from 'fastify';
import { signedIn } from '../../../engine/access/signed-in.ts';
import type { Viewer } from '../../../engine/access/viewer.ts';
import { rawFilters } from '../../../engine/resource/lists/query.ts';
import { registerList } from '../../../engine/resource/lists/routes.ts';
import { collectionOperations } from '../../../engine/resource/records/records.ts';
import { resource } from '../../../engine/store/model.ts';
import { invalidRequest, notFound } from '../../../platform/errors/catalogue.ts';
import { requiredMessage } from '../../../platform/errors/schema-messages.ts';
import { formDataColumns, isId, readableForm } from './columns.ts';
import { orders } from './orders.ts';

const declaration = { ...orders, mapColumns: formDataColumns(['parent']) };
/** Columns that identify the order, before those that the form defines. */
const own = ['refCode', 'status'];

/** GET /api/form_records (spec 7): the order list of one form, with the columns of its tableColumns. */
export async function formRecordRoutes(app: FastifyInstance): Promise<void> {
  registerList(app, {
    resource: resource('Order'),
    url: '/api/form_records',
    parents: [],
    extraKeys: { parent: 'The form of the orders.' },
    declaration,
    isLaidOut: ({ name }) => own.includes(name) || name.startsWith('formData.'),
    documentation: {
      tag: 'forms',
      summary: 'List the orders of a form with its table columns',
      description:
        'The parent is the id of the form. Rows contain the default columns unless `columns` selects others.',
      errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
    },
    calls: async (request) => {
      const viewer = signedIn(request);
      const form = await parentOf(request, viewer);
      return collectionOperations({ name: 'Order', declaration, viewer, below: { form } });
    },
  });
}

/**
 * The form id in the query. Throws REQUEST_SCHEMA_INVALID, or RESOURCE_NOT_FOUND for a form that the viewer may not
 * read.
 */
async function parentOf({ query }: FastifyRequest, viewer: Viewer): Promise<string> {
  const { parent = [] } = rawFilters({ ...Object(query) });
  const [id, ...others] = parent;
  if (!isId(id) || others.length > 0) {
    const message = parent.length === 0 ? requiredMessage('parent') : 'Must be 24 character hex string';
    throw invalidRequest('querystring', [{ path: '/parent', message }]);
  }
  if (!(await readableForm(id, viewer))) throw notFound('Form', id);
  return id;
}
