export interface Issue {
  path: PropertyKey[];
  message: string;
}

/** A schema of the contract whose messages are field error codes: what it is given, and what it makes of that. */
export interface ContractSchema<Given, Input> {
  _zod: { input: Given };
  safeParse(
    value: unknown,
  ): { success: true; data: Input } | { success: false; error: { issues: Issue[] } };
}

/** Every field of the contract, also those that it does without. A choice may still be open. */
export type Filled<Given> = { readonly [Name in keyof Required<Given>]: Typed<Given[Name]> };

type Typed<Value> = Value extends readonly (infer Entry)[]
  ? readonly Entry[]
  : Value extends object
    ? Partial<Value>
    : Value extends string
      ? Value | ''
      : Value;

/**
 * What is typed, checked. A schema whose code cannot be fetched, because the server is away or has
 * become a newer one, must not keep a filled form from being sent: the server checks as well and
 * answers by field.
 */
export async function parsedInput<Given, Input>(
  load: () => Promise<ContractSchema<Given, Input>>,
  typed: unknown,
): Promise<ReturnType<ContractSchema<Given, Input>['safeParse']>> {
  const schema = await load().catch(() => undefined);
  return schema ? schema.safeParse(typed) : { success: true, data: typed as Input };
}
