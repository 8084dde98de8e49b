import { Box, Button, MenuItem, TextField, Typography } from '@mui/material';
import {
  type Condition,
  type ConditionChange,
  type ConditionUse,
  changeConditions,
  readConditions,
} from '#grammar/index.ts';
import {
  type ConditionField,
  conditionFields,
  firstCondition,
  isPattern,
  operatorsOf,
  operatorWords,
  withOperator,
} from '#schemas/designing/condition-fields.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { ConditionValueInput } from './ConditionValueInput.tsx';

interface ConditionsProps {
  source: string;
  use: ConditionUse;
  widget: ValidWidget;
  onChange: (source: string) => void;
}

/**
 * Condition builder: shows a script that consists only of conditions as rows. Each change is a text edit, so comments
 * in the script stay.
 */
export default function ConditionBuilder({ source, use, widget, onChange }: ConditionsProps) {
  const fields = conditionFields(widget, use);
  const read = readConditions(source, use);
  const [first] = fields;
  const change = (edit: ConditionChange): boolean => {
    const changed = changeConditions(source, use, edit);
    if (changed !== null) onChange(changed);
    return changed !== null;
  };
  if (read === null)
    return (
      <Typography variant="body2" color="text.secondary">
        This script is too complex for the condition builder. Edit it under Script.
      </Typography>
    );
  const { rows, join, message } = read;
  const when = use === 'condition' ? 'Show when' : 'Reject when';
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {rows.length > 1 ? (
        <TextField
          select
          label={when}
          value={join}
          onChange={({ target }) => change({ do: 'join', join: target.value === 'or' ? 'or' : 'and' })}
        >
          <MenuItem value="and">all of these are true</MenuItem>
          <MenuItem value="or">any of these is true</MenuItem>
        </TextField>
      ) : (
        <Typography variant="body2">{rows.length === 0 ? 'No conditions yet' : when}</Typography>
      )}
      {rows.map(({ condition, from, to }, at) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no id but its index
          key={at}
          role="group"
          aria-label={`Condition ${at + 1}`}
          sx={{ display: 'grid', gap: 1.5, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}
        >
          {condition ? (
            <Row
              condition={condition}
              fields={fields}
              onChange={(next) => change({ do: 'set', at, condition: next })}
            />
          ) : (
            <Typography component="code" variant="caption" sx={{ overflowWrap: 'anywhere' }}>
              {source.slice(from, to)}
            </Typography>
          )}
          <Button
            size="small"
            color="inherit"
            aria-label={`Remove condition ${at + 1}`}
            onClick={() => change({ do: 'remove', at })}
            sx={{ justifySelf: 'start' }}
          >
            Remove
          </Button>
        </Box>
      ))}
      {first ? (
        <Button onClick={() => change({ do: 'add', condition: firstCondition(first) })} sx={{ justifySelf: 'start' }}>
          Add condition
        </Button>
      ) : (
        <Typography variant="body2" color="text.secondary">
          There are no fields to use in a condition.
        </Typography>
      )}
      {message === null ? null : message.text === null ? (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          Message: <code>{source.slice(message.from, message.to)}</code>
        </Typography>
      ) : (
        <TextField
          label="Message"
          value={message.text}
          multiline
          onChange={({ target }) => change({ do: 'say', message: target.value })}
        />
      )}
    </Box>
  );
}

interface RowProps {
  condition: Condition;
  fields: readonly ConditionField[];
  onChange: (condition: Condition) => boolean;
}

function Row({ condition, fields, onChange }: RowProps) {
  const { field, operator } = condition;
  const unlisted: ConditionField = { field, name: field, type: 'any', choices: [] };
  const match = fields.find((each) => each.field === field);
  const about = match ?? unlisted;
  const operators = [...new Set([...operatorsOf(about), operator])];
  return (
    <>
      <TextField
        select
        label="Field"
        value={field}
        onChange={({ target }) => {
          const next = fields.find((each) => each.field === target.value);
          if (!next) return;
          const isAlike = JSON.stringify(next.type) === JSON.stringify(about.type) && next.choices.length === 0;
          onChange(isAlike ? { ...condition, field: next.field } : firstCondition(next));
        }}
      >
        {[...(match ? [] : [unlisted]), ...fields].map((each) => (
          <MenuItem key={each.field} value={each.field}>
            {each.name}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label="Comparison"
        value={operator}
        onChange={({ target }) => {
          const next = operators.find((each) => each === target.value);
          if (next) onChange(withOperator(condition, next, about));
        }}
      >
        {operators.map((each) => (
          <MenuItem key={each} value={each}>
            {operatorWords(each, about)}
          </MenuItem>
        ))}
      </TextField>
      {'value' in condition ? (
        <ConditionValueInput
          isPattern={isPattern(operator)}
          value={condition.value}
          about={about}
          fields={fields}
          onChange={(value) => onChange({ ...condition, value })}
        />
      ) : null}
    </>
  );
}
