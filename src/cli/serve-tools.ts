/** The Model Context Protocol over the process's own streams, for the command `mcp`. */
import { once } from 'node:events';
import { inspect } from 'node:util';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Fault } from '../base/fault.ts';
import type { Tool } from './mcp.ts';

/** Serves the tools until standard input ends. */
export async function serveTools(tools: readonly Tool[], version: string): Promise<void> {
  const handle = serveStdio(() => openServer(tools, version));
  await once(process.stdin, 'end');
  await handle.close();
}

function openServer(tools: readonly Tool[], version: string): McpServer {
  const server = new McpServer({ name: 'veipris', version });
  for (const { name, title, description, schema, run } of tools)
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: fromJsonSchema<Record<string, string>>({ ...schema }),
        // Settings may let a tool ask foreign services: a planner, the register of vehicles, the search for addresses.
        annotations: { readOnlyHint: true, openWorldHint: true },
      },
      async (args, { mcpReq: { signal } }) => {
        try {
          const { text, data } = await run(args, signal);
          return { content: [{ type: 'text', text }], structuredContent: { ...data } };
        } catch (error) {
          return { isError: true, content: [{ type: 'text', text: tellFailure(name, error) }] };
        }
      },
    );
  return server;
}

/**
 * A sentence for the assistant. The text of a defect may name files and hosts, so it goes to standard error instead.
 */
function tellFailure(tool: string, error: unknown): string {
  if (error instanceof Fault) return error.publicMessage;
  process.stderr.write(`veipris mcp: ${tool}: ${inspect(error)}\n`);
  return 'Something went wrong on our side.';
}
