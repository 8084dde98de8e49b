import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldTemplateProps,
  MultiSchemaFieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
  UnsupportedFieldProps,
  WrapIfAdditionalTemplateProps,
} from '@rjsf/utils';
import type { ReactElement } from 'react';
import type { JsonMap } from '#schemas/generated/types.ts';
import field from '../../forms/fields/Field.module.css';
import { Button } from '../../look/Button.tsx';
import { Icon } from '../../look/Icon.tsx';
import styles from './LineForm.module.css';
import type { LineFormContext } from './lineFormContext.ts';
import { lineMark } from './lineMark.ts';

type Field = FieldTemplateProps<JsonMap, RJSFSchema, LineFormContext>;
type ObjectField = ObjectFieldTemplateProps<JsonMap, RJSFSchema, LineFormContext>;
type ArrayField = ArrayFieldTemplateProps<JsonMap, RJSFSchema, LineFormContext>;
type ArrayItem = ArrayFieldItemTemplateProps<JsonMap, RJSFSchema, LineFormContext>;

/**
 * A control with label, hint and errors, laid out like the fields of forms: the label above, or inside in the compact
 * (cozy) density.
 */
function FieldTemplate(props: Field) {
  const { id, label, displayLabel, hidden, schema, rawDescription, children } = props;
  if (hidden) return <div hidden>{children}</div>;
  const isGroup = schema.type === 'object' || (schema.type === 'array' && !displayLabel);
  const content: ReactElement = isGroup ? (
    children
  ) : (
    <div className={displayLabel ? field.box : styles.alone}>{children}</div>
  );
  const isWide = isGroup || schema.oneOf !== undefined || (schema.maxLength ?? 0) > 200;
  return (
    <div className={[field.field, isWide && styles.wide].filter(Boolean).join(' ')}>
      {displayLabel && (
        <div className={field.head}>
          <label className={field.label} htmlFor={id}>
            <span>{label}</span>
            <Mark of={props} />
          </label>
        </div>
      )}
      {content}
      <div>
        {rawDescription && !isGroup && (
          <p className={field.hint} id={`${id}-hint`}>
            {rawDescription}
          </p>
        )}
        <Errors id={id} messages={props.rawErrors} />
      </div>
    </div>
  );
}

/** The text "required" or "optional"; the form marks whichever is rarer. */
function Mark({ of }: { of: Pick<Field, 'schema' | 'required' | 'registry'> }) {
  const { schema, required, registry } = of;
  const { isMarkedOptional } = registry.formContext;
  const mark = lineMark({ isRequired: required, isMarkedOptional, schema });
  return mark && <span className={field.required}>{` (${mark})`}</span>;
}

function Errors({ id, messages = [] }: { id: string; messages?: readonly string[] | undefined }) {
  if (messages.length === 0) return null;
  return (
    <div id={`${id}-error`}>
      {messages.map((message) => (
        <p key={message} className={field.error}>
          <Icon name="alert" size={16} />
          <span>{message}</span>
        </p>
      ))}
    </div>
  );
}

/** The fields of an object, side by side where they fit. A nested object has a frame. */
function ObjectFieldTemplate(props: ObjectField) {
  const { fieldPathId, title, description, properties } = props;
  const fields = (
    <div className={styles.fields}>
      {properties
        .filter(({ hidden }) => !hidden)
        .map(({ name, content }) => (
          <div key={name} className={styles.cell}>
            {content}
          </div>
        ))}
    </div>
  );
  if (fieldPathId.path.length === 0) return properties.length === 0 ? null : fields;
  if (properties.length === 0) return null;
  const isRow = typeof fieldPathId.path.at(-1) === 'number';
  return (
    <fieldset className={isRow ? styles.bare : styles.group} id={fieldPathId.$id}>
      <legend className={isRow ? styles.number : field.label}>
        <span>{isRow ? title.replace(/-(\d+)$/, ' $1') : title}</span>
        {!isRow && <Mark of={props} />}
      </legend>
      {description && <p className={field.hint}>{description}</p>}
      {fields}
    </fieldset>
  );
}

/** A list with a button to add rows; each row can be moved and removed. */
function ArrayFieldTemplate(props: ArrayField) {
  const { fieldPathId, title, schema, items, canAdd, disabled, readonly, onAddClick } = props;
  return (
    <fieldset className={styles.group} id={fieldPathId.$id} tabIndex={-1}>
      <legend className={field.label}>
        <span>{title}</span>
        <Mark of={props} />
      </legend>
      {schema.description && <p className={field.hint}>{schema.description}</p>}
      <div className={styles.rows}>{items}</div>
      {canAdd && !readonly && (
        <Button disabled={disabled} aria-label={`Add to ${title}`} onClick={onAddClick}>
          <Icon name="plus" size={16} /> Add
        </Button>
      )}
    </fieldset>
  );
}

function ArrayFieldItemTemplate({ children, buttonsProps, hasToolbar, index }: ArrayItem) {
  const { hasMoveUp, hasMoveDown, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem, disabled, readonly } =
    buttonsProps;
  const isLocked = disabled || readonly;
  return (
    <div className={styles.row}>
      <div className={styles.item}>{children}</div>
      {hasToolbar && !isLocked && (
        <span className={styles.buttons}>
          {hasMoveUp && (
            <Button kind="quiet" aria-label={`Move row ${index + 1} up`} onClick={onMoveUpItem}>
              <Icon name="up" size={16} />
            </Button>
          )}
          {hasMoveDown && (
            <Button kind="quiet" aria-label={`Move row ${index + 1} down`} onClick={onMoveDownItem}>
              <Icon name="down" size={16} />
            </Button>
          )}
          {hasRemove && (
            <Button kind="quiet" aria-label={`Remove row ${index + 1}`} onClick={onRemoveItem}>
              <Icon name="close" size={16} />
            </Button>
          )}
        </span>
      )}
    </div>
  );
}

/** A oneOf/anyOf field: the selector, and below it the fields of the selected alternative. */
const MultiSchemaFieldTemplate = (props: MultiSchemaFieldTemplateProps<JsonMap, RJSFSchema, LineFormContext>) => (
  <div className={styles.kinds}>
    <div className={field.box}>{props.selector}</div>
    <div>{props.optionSchemaField}</div>
  </div>
);

const WrapIfAdditionalTemplate = (props: WrapIfAdditionalTemplateProps<JsonMap, RJSFSchema, LineFormContext>) => (
  <>{props.children}</>
);

const UnsupportedFieldTemplate = (_props: UnsupportedFieldProps<JsonMap, RJSFSchema, LineFormContext>) => (
  <p className={field.hint}>This can't be filled in here.</p>
);

const Nothing = () => null;

/** Overrides of RJSF's default templates, in the look of the portal. */
export const templates = {
  FieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
  MultiSchemaFieldTemplate,
  WrapIfAdditionalTemplate,
  UnsupportedFieldTemplate,
  DescriptionFieldTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
};
