import { Type } from 'typebox';
import { ErrorBody } from '../../schema/error.ts';
import { LiveBody, ReadyBody } from '../../schema/health.ts';
import { type Endpoint, textOf } from '../endpoint.ts';

export const LIVE = {
  path: '/health/live',
  access: 'open',
  operationId: 'getLive',
  tag: 'Service',
  summary: 'Whether the process answers',
  description: 'For whoever restarts it when it does not.',
  answer: { description: 'It does.', schema: LiveBody, caching: 'never' },
  faults: [],
} as const satisfies Endpoint;

export const READY = {
  path: '/health/ready',
  access: 'open',
  operationId: 'getReady',
  tag: 'Service',
  summary: 'Whether the server can answer calls',
  description:
    'For a proxy that sends it calls. Tells the version and the age of the data as well.',
  answer: { description: 'It can.', schema: ReadyBody, caching: 'never' },
  also: {
    503: {
      description: 'It cannot, or it did not find out in time.',
      schema: Type.Union([ReadyBody, ErrorBody]),
      caching: 'never',
    },
  },
  faults: [],
} as const satisfies Endpoint;

export const METRICS = {
  path: '/metrics',
  access: 'open',
  operationId: 'getMetrics',
  tag: 'Service',
  summary: 'Figures for Prometheus',
  description: 'Durations, outcomes, quota, foreign services, data and the process itself.',
  answer: {
    description: 'The text format of Prometheus.',
    schema: textOf('One line for each figure.'),
    mediaType: 'text/plain; version=0.0.4; charset=utf-8',
    caching: 'never',
  },
  faults: [],
} as const satisfies Endpoint;

export const OPENAPI = {
  path: '/openapi.json',
  access: 'open',
  operationId: 'getContract',
  tag: 'Service',
  summary: 'This contract',
  description: 'OpenAPI 3.1, made from the schemas that the server validates and writes by.',
  answer: {
    description: 'The OpenAPI document.',
    schema: Type.Object(
      { openapi: Type.Literal('3.1.1') },
      { title: 'Contract', description: 'See spec.openapis.org.', additionalProperties: true },
    ),
    caching: 'revalidated',
  },
  faults: [],
} as const satisfies Endpoint;

export const DOCS = {
  path: '/docs',
  access: 'open',
  operationId: 'getReference',
  tag: 'Service',
  summary: 'This contract as a page to read and to try',
  description: 'It loads nothing from other servers.',
  answer: {
    description: 'A page for a browser.',
    schema: textOf('HTML.'),
    mediaType: 'text/html; charset=utf-8',
    caching: 'revalidated',
  },
  faults: [],
} as const satisfies Endpoint;
