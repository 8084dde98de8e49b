import type { FastifyInstance } from 'fastify';
import type { SourceOption } from '#schemas/forms/form.ts';
import { isOptionResource, maxLoadedOptions, optionResources } from '#schemas/forms/option-sources.ts';
import { conditionOf } from '../../engine/access/ability.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, type Viewer } from '../../engine/access/viewer.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { listOf, objectOf } from '../../engine/resource/schemas/shapes.ts';
import { searchFilter } from '../../engine/store/search.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { notFound } from '../../platform/errors/catalogue.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';

/** What a field requests: the options that match a search, and those of its answers, whatever they are. */
interface OptionsQuery {
  search: string;
  values: string[];
}

/** The options of a source: the first ones that match, and the requested values in front. */
interface OptionsPage {
  options: SourceOption[];
  /** Whether more options match. */
  hasMore: boolean;
}

const idShape = new RegExp(idPattern);

const querystring = {
  type: 'object',
  properties: {
    search: { type: 'string', maxLength: 200 },
    // A repeated parameter is an array.
    value: { type: ['string', 'array'], items: { type: 'string' }, maxItems: maxLoadedOptions, maxLength: 1000 },
  },
  additionalProperties: false,
};

/** GET /api/options/{source}: the options of a list, or the records of a resource that the viewer may read (design 7). */
export async function optionsRoute(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { source: string }; Querystring: { search?: string; value?: string | string[] } }>(
    '/api/options/:source',
    { schema: { querystring }, config: { documentation } },
    async (request) => {
      const viewer = signedIn(request);
      const { source } = request.params;
      const { search = '', value = [] } = request.query;
      const query = { search, values: [value].flat() };
      // Lists are parts of forms: who may read no form may read none of them.
      if (!isOptionResource(source)) allowedFilter(viewer, 'read', 'Form');
      return isOptionResource(source) ? await recordOptions(viewer, source, query) : await listOptionsOf(source, query);
    },
  );
}

async function listOptionsOf(key: string, { search, values }: OptionsQuery): Promise<OptionsPage> {
  const list = await storeOf('OptionList').findOne({ key });
  if (!list) throw notFound('OptionList', key);
  const words = search.toLowerCase().split(/\s+/);
  const requested = new Set(values);
  // The options of a group follow one another.
  const groups = [...new Set(list.options.map(({ group = '' }) => group))];
  const ordered = groups.flatMap((name) => list.options.filter(({ group = '' }) => group === name));
  const all = ordered.map(({ value, label, group, inactive }) => ({
    value,
    label: label || value,
    group: group ?? '',
    isInactive: inactive,
  }));
  const matches = all.filter(({ value, label, group, isInactive }) => {
    const text = `${label} ${value} ${group}`.toLowerCase();
    return !isInactive && words.every((word) => text.includes(word));
  });
  return pageOf(
    all.filter(({ value }) => requested.has(value)),
    matches,
  );
}

async function recordOptions(
  viewer: Viewer,
  source: keyof typeof optionResources,
  { search, values }: OptionsQuery,
): Promise<OptionsPage> {
  const type = optionResources[source];
  const readable = conditionOf(viewer.ability, 'read', type);
  if (!readable) return { options: [], hasMore: false };
  const find = async (filter: Filter) => {
    const query = { filter: { $and: [readable, filter] }, sort: ['name'], limit: maxLoadedOptions + 1, only: ['name'] };
    const found = await storeOf(type).find(query);
    return found.map(({ id, name }) => ({ value: id, label: name, group: '', isInactive: false }));
  };
  const ids = values.filter((value) => idShape.test(value));
  const [requested, matches] = await Promise.all([
    ids.length > 0 ? find({ _id: { $in: ids } }) : [],
    find(searchFilter(search)),
  ]);
  return pageOf(requested, matches);
}

/** The requested options first, each option once. */
function pageOf(requested: SourceOption[], matches: SourceOption[]): OptionsPage {
  const first = new Set(requested.map(({ value }) => value));
  const listed = matches.slice(0, maxLoadedOptions).filter(({ value }) => !first.has(value));
  return { options: [...requested, ...listed], hasMore: matches.length > maxLoadedOptions };
}

const text = { type: 'string' };

const documentation = {
  tag: 'option_lists',
  summary: 'Search the options of a form field',
  operationId: 'searchOptions',
  description: `\`source\` is the key of an option list, or ${Object.keys(optionResources).join(', ')} for the records that the caller can read. Returns at most ${maxLoadedOptions} matches, and in front of them the options with the requested values, also inactive ones.`,
  query: {
    search: { ...text, maxLength: 200, description: 'Words that the label, the value or the group contains.' },
    value: { type: 'array', items: text, description: 'Values to include, such as the answers of an order.' },
  },
  answer: objectOf({
    options: listOf({ value: text, label: text, group: text, isInactive: { type: 'boolean' } }),
    hasMore: { type: 'boolean', description: 'Whether more options match.' },
  }),
  errors: ['RESOURCE_NOT_FOUND'],
} satisfies Documentation;
