/* Runs a fuzz target over the files of a folder: the corpus as an ordinary
 * test, on machines that have no fuzzer.
 *
 * SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    uint8_t *data = malloc(1 << 20);
    if (data == NULL) {
        fclose(file);
        return 1;
    }
    size_t size = fread(data, 1, 1 << 20, file);
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s CORPUS\n", argv[0]);
        return 2;
    }
    DIR *corpus = opendir(argv[1]);
    if (corpus == NULL) {
        perror(argv[1]);
        return 1;
    }
    int count = 0;
    int failed = 0;
    for (struct dirent *entry; (entry = readdir(corpus)) != NULL;) {
        char path[4096];
        if (entry->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
            failed += replay(path);
            count++;
        }
    }
    closedir(corpus);
    printf("%d inputs\n", count);
    return failed != 0 || count == 0;
}
