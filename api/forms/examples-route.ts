import type { FastifyInstance } from 'fastify';
import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import { excessOf } from '#schemas/forms/form-size.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Form } from '#schemas/generated/types.ts';
import { lintForm } from '#schemas/publishing/lint-form.ts';
import { signedIn } from '../access/signed-in.ts';
import { maxProblems } from '../errors/catalogue.ts';
import { asBody } from '../resource/routes/routes.ts';
import { createBody, idParams, type JsonSchema } from '../resource/schemas/body-schema.ts';
import type { Documentation } from '../resource/schemas/documentation.ts';
import { resource } from '../store/model.ts';
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
  summary: 'Check a Form and its examples as publishing it would',
  description:
    'For who may change the form. What the body leaves out is taken from what is published. `problems` refuse the form, `warnings` do not; a red example is published with a `redReason` alone. Changes nothing.',
  answer: {
    type: 'object',
    properties: {
      problems: list({ path: text, message: text }),
      warnings: list({
        path: text,
        widget: { type: 'string', description: 'The id of the widget that it is about, if any.' },
        message: text,
      }),
      examples: list({
        id: text,
        name: text,
        isPassing: { type: 'boolean', description: 'All that is expected of it is so.' },
        failures: { type: 'array', items: text, description: 'What is not as expected, in words.' },
        problems: list({ path: text, label: text, message: text }),
        hidden: list({ path: text, label: text }),
      }),
    },
    required: ['problems', 'warnings', 'examples'],
    additionalProperties: false,
  },
  errors: ['MISSING_ABILITY', 'MISSING_PERMISSION', 'RESOURCE_NOT_FOUND'],
};
