import { writeFileSync } from 'node:fs'
import { operations } from '../../src/contract/operations/index.ts'
import { TABLE_FILE, tableText } from './operation-table.ts'

writeFileSync(TABLE_FILE, tableText(operations))
