//! Unpacking with a limit, keeping what came before an error.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use super::Damage;

/// The unpacked bytes, at most `limit`, and what kept it from being all.
pub(super) fn inflate(mut packed: &[u8], limit: usize) -> (Vec<u8>, Option<Damage>) {
    let mut decompressor = Box::<DecompressorOxide>::default();
    let mut output = vec![0; packed.len().saturating_mul(2).clamp(64, limit)];
    let mut length = 0;
    loop {
        let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, read, written) = decompress(&mut decompressor, packed, &mut output, length, flags);
        length += written;
        let damage = match status {
            TINFLStatus::Done => None,
            TINFLStatus::HasMoreOutput if output.len() < limit => {
                packed = packed.get(read..).unwrap_or_default();
                output.resize(output.len().saturating_mul(2).min(limit), 0);
                continue;
            }
            TINFLStatus::HasMoreOutput => Some(Damage::TooLarge),
            TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => Some(Damage::Truncated),
            _ => Some(Damage::Garbled),
        };
        output.truncate(length);
        return (output, damage);
    }
}
