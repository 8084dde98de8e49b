import type { FastifyInstance } from 'fastify';
import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import { excessOf } from '#schemas/forms/form-size.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Form } from '#schemas/generated/types.ts';
import { lintForm } from '#schemas/publishing/lint-form.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { asBody } from '../../engine/resource/routes/routes.ts';
import { createBody, idParams, type JsonSchema } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { resource } from '../../engine/store/model.ts';
import { maxProblems } from '../../platform/errors/catalogue.ts';
import { loadEditableForm } from './draft.ts';
import { outcomesOf, prepareExamples } from './examples.ts';

const { formSchema, examples, tableColumns } = Object(createBody(resource('Form')).properties);

const body = {
  type: 'object',
  properties: { formSchema, examples, tableColumns },
  additionalProperties: false,
};

/**
 * POST /api/forms/{id}/examples/check: dry run of publishing a form: problems, warnings and the outcome of its
 * examples.
 */
export async function formExamplesRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string }; Body: unknown }>(
    '/api/forms/:id/examples/check',
    { schema: { params: idParams('id'), body }, config: { documentation } },
    async (request) => {
      const form = await loadEditableForm(signedIn(request), request.params.id);
      const candidate = { ...form, ...asBody<Partial<Form>>(request.body) };
      const problems = checkFormSchema(candidate.formSchema).map(({ path, message }) => ({
        path: `/formSchema${path}`,
        message,
      }));
      if (excessOf(candidate.formSchema)) return { problems, warnings: [], examples: [] };
      const warnings = lintForm(readForm(candidate.formSchema), candidate.tableColumns);
      return {
        problems: problems.slice(0, maxProblems),
        warnings: warnings.slice(0, maxProblems),
        examples: await outcomesOf(candidate.formSchema, prepareExamples(candidate, form)),
      };
    },
  );
}

const text = { type: 'string' };

const list = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
});

const documentation: Documentation = {
  body,
  tag: 'forms',
  summary: 'Validate a Form and its examples as for publishing',
  operationId: 'checkFormExamples',
  description:
    'Requires permission to update the form. Fields missing in the body are taken from the published version. `problems` prevent publishing, `warnings` do not; failing examples can only be published with a `redReason`. Changes nothing.',
  answer: {
    type: 'object',
    properties: {
      problems: list({ path: text, message: text }),
      warnings: list({
        path: text,
        widget: { type: 'string', description: 'The id of the affected widget, if any.' },
        message: text,
      }),
      examples: list({
        id: text,
        name: text,
        isPassing: { type: 'boolean', description: 'Whether all expectations are met.' },
        failures: { type: 'array', items: text, description: 'Messages about the expectations that are not met.' },
        problems: list({ path: text, label: text, message: text }),
        hidden: list({ path: text, label: text }),
      }),
    },
    required: ['problems', 'warnings', 'examples'],
    additionalProperties: false,
  },
  errors: ['MISSING_ABILITY', 'MISSING_PERMISSION', 'RESOURCE_NOT_FOUND'],
};
