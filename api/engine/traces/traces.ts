import {
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import { currentTraceContext, type TraceContext } from '../../platform/trace-context.ts';
import { attemptEndListeners, attemptStartListeners } from '../jobs/jobs.ts';
import { commandListeners } from '../store/commands.ts';
import { filterShape } from '../store/slow-queries.ts';

export interface Traces {
  /**
   * Starts the span of a request, as a child of the sender's span. The request's database commands become its children.
   */
  request(origin: TraceContext, request: { method: string; route: string; sender: string | undefined }): void;
  answered(origin: TraceContext, answer: { status: number; isWhole: boolean }): void;
  /** Flushes pending spans. */
  close(): Promise<void>;
}

/** Export timeout in milliseconds, so that an unavailable collector never delays shutdown. */
const exportTimeout = 3_000;

/** Starts tracing: exports spans to an OpenTelemetry collector with OTLP over HTTP. */
export function openTraces({ collector, log }: { collector: string; log: FastifyBaseLogger }): Traces {
  logExportErrors(log);
  const exporter = new OTLPTraceExporter({
    url: `${collector.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: exportTimeout,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'order-portal' }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeout })],
  });
  const tracer = provider.getTracer('order-portal');
  const contextFor = (traceparent: string | undefined) => {
    const context = parseTraceparent(traceparent);
    return context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
  };
  const spans = new WeakMap<TraceContext, Span>();
  const begin = (origin: TraceContext, span: Span) => {
    spans.set(origin, span);
    origin.traceparent = formatTraceparent(span.spanContext());
  };

  /** Returns a span and forgets it, so that it ends only once. */
  const removeSpan = (origin: TraceContext) => {
    const span = spans.get(origin);
    spans.delete(origin);
    return span;
  };

  const unsubscribes = [
    commandListeners.subscribe(({ collection, command, filter, began, milliseconds, isFailed }) => {
      const { traceparent } = currentTraceContext() ?? {};
      // Commands of idle loops belong to no trace.
      if (traceparent === undefined) return;
      const attributes = {
        ...{ 'db.system.name': 'mongodb', 'db.collection.name': collection, 'db.operation.name': command },
        ...(filter === undefined ? {} : { 'db.query.summary': filterShape(filter) }),
      };
      const options = { kind: SpanKind.CLIENT, startTime: atTime(began), attributes };
      const span = tracer.startSpan(`${command} ${collection}`, options, contextFor(traceparent));
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(atTime(began + milliseconds));
    }),
    attemptStartListeners.subscribe(({ origin, kind, queuedBy }) => {
      const context = parseTraceparent(queuedBy);
      const attributes = { 'portal.job': origin.job ?? '', 'portal.request_id': origin.reqId ?? '' };
      const options = { kind: SpanKind.CONSUMER, attributes, links: context ? [{ context }] : [] };
      begin(origin, tracer.startSpan(`job ${kind}`, options, ROOT_CONTEXT));
    }),
    attemptEndListeners.subscribe(({ origin, outcome }) => {
      const span = removeSpan(origin);
      span?.setAttribute('portal.outcome', outcome);
      if (outcome === 'failed' || outcome === 'postponed') span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    }),
  ];

  return {
    request: (origin, { method, route, sender }) => {
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'portal.request_id': origin.reqId ?? '',
      };
      begin(origin, tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, contextFor(sender)));
    },
    answered: (origin, { status, isWhole }) => {
      const span = removeSpan(origin);
      span?.setAttribute('http.response.status_code', status);
      if (status >= 500 || !isWhole) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
    close: async () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      // If the collector is down, pending spans are lost without failing the shutdown.
      await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'failed to export the last traces'));
    },
  };
}

/** Converts a `performance.now()` time to epoch milliseconds. */
const atTime = (moment: number) => performance.timeOrigin + moment;

/** Logs export errors of OpenTelemetry; the product continues. */
function logExportErrors(log: FastifyBaseLogger): void {
  const logError = (message: string) => log.warn({ reason: message.slice(0, 500) }, 'traces could not be sent');
  const silent = () => undefined;
  diag.setLogger(
    { error: logError, warn: logError, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Formats a span context as a W3C traceparent. */
const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/** Parses a W3C traceparent; undefined when it is invalid. */
function parseTraceparent(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = pattern.exec(traceparent ?? '') ?? [];
  if (traceId === '' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
